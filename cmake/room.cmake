# quadrille_room(NAME [DEPENDS rooms...] [LINK libraries...]): one static library from src/NAME/*.cpp.
# Adding a file to a room is adding the file; adding a room is one line in the top CMakeLists.txt.
set(QUADRILLE_ROOMS "")

# quadrille_needs(PACKAGE [PKGCONFIG module]): find_package for us and for users of the installed library.
set(QUADRILLE_PACKAGES "")
set(QUADRILLE_PKGCONFIG "")
macro(quadrille_needs package)
    cmake_parse_arguments(NEEDS "" "PKGCONFIG" "" ${ARGN})
    find_package(${package} REQUIRED)
    list(APPEND QUADRILLE_PACKAGES ${package})
    list(APPEND QUADRILLE_PKGCONFIG ${NEEDS_PKGCONFIG})
endmacro()

list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})

add_library(quadrille_flags INTERFACE)
target_compile_options(quadrille_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms on std::string, GCC bug 105651.
    target_compile_options(quadrille_flags INTERFACE -Wno-restrict)
endif()
# Rooms are position-independent, for those who link them into shared objects; without this GCC would then
# not inline what is visible. clang++ does so anyway.
target_compile_options(quadrille_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
if(QUADRILLE_SANITIZE)
    target_compile_options(
        quadrille_flags INTERFACE -fsanitize=${QUADRILLE_SANITIZE} -fno-sanitize-recover=all
                                  -fno-omit-frame-pointer)
    # What sanitizers add to the code makes GCC see uses of what was never set where there are none.
    target_compile_options(quadrille_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    target_link_options(quadrille_flags INTERFACE -fsanitize=${QUADRILLE_SANITIZE})
endif()

if(QUADRILLE_FUZZ)
    target_compile_options(quadrille_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

function(quadrille_room name)
    cmake_parse_arguments(ROOM "" "" "DEPENDS;LINK" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
    set(target quadrille_${name})
    add_library(${target} STATIC ${sources})
    add_library(quadrille::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_include_directories(
        ${target}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
        PRIVATE ${PROJECT_SOURCE_DIR}/src)
    if(QUADRILLE_CHECKED)
        target_compile_definitions(${target} PUBLIC QUADRILLE_CHECKED=1)
    endif()
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:quadrille_flags> PUBLIC ${ROOM_LINK})
    foreach(room IN LISTS ROOM_DEPENDS)
        target_link_libraries(${target} PUBLIC quadrille_${room})
    endforeach()
    list(APPEND QUADRILLE_ROOMS ${target})
    set(QUADRILLE_ROOMS ${QUADRILLE_ROOMS} PARENT_SCOPE)
endfunction()
