# What `cmake --install` puts down: the rooms, their headers, and how CMake and pkg-config find them.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/quadrille)

install(TARGETS quadrille ${QUADRILLE_ROOMS} EXPORT quadrille_targets ARCHIVE DESTINATION
                                                                             ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/quadrille DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT quadrille_targets NAMESPACE quadrille:: FILE quadrille-targets.cmake
        DESTINATION ${package_dir})
if(TARGET quadrille_cli)
    install(TARGETS quadrille_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(TARGETS quadrille_pictures RUNTIME DESTINATION ${QUADRILLE_PROGRAMS})
endif()

set(dependencies "")
foreach(package IN LISTS QUADRILLE_PACKAGES)
    string(APPEND dependencies "find_dependency(${package})\n")
endforeach()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/quadrille-config.cmake.in quadrille-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(quadrille-config-version.cmake COMPATIBILITY SameMinorVersion)
file(GLOB find_modules ${CMAKE_CURRENT_LIST_DIR}/Find*.cmake)
install(FILES ${PROJECT_BINARY_DIR}/quadrille-config.cmake
              ${PROJECT_BINARY_DIR}/quadrille-config-version.cmake ${find_modules}
        DESTINATION ${package_dir})

# A static archive must stand before those it uses: the highest room first.
set(archives ${QUADRILLE_ROOMS})
list(REVERSE archives)
list(TRANSFORM archives PREPEND -l)
list(JOIN archives " " archives)
list(JOIN QUADRILLE_PKGCONFIG " " pkgconfig_modules)
configure_file(${CMAKE_CURRENT_LIST_DIR}/quadrille.pc.in quadrille.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/quadrille.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
