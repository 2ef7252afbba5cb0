# CaDiCaL comes without CMake's or pkg-config's files: CaDiCaL::CaDiCaL.
include(FindPackageHandleStandardArgs)
find_path(CaDiCaL_INCLUDE_DIR cadical.hpp)
find_library(CaDiCaL_LIBRARY cadical)
find_package_handle_standard_args(CaDiCaL REQUIRED_VARS CaDiCaL_LIBRARY CaDiCaL_INCLUDE_DIR)
if(CaDiCaL_FOUND AND NOT TARGET CaDiCaL::CaDiCaL)
    add_library(CaDiCaL::CaDiCaL UNKNOWN IMPORTED)
    set_target_properties(CaDiCaL::CaDiCaL PROPERTIES IMPORTED_LOCATION ${CaDiCaL_LIBRARY}
                                                      INTERFACE_INCLUDE_DIRECTORIES ${CaDiCaL_INCLUDE_DIR})
endif()
