// swift-tools-version: 6.2
import PackageDescription

let upcomingFeatures: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")

/// The compiler settings of the release build, which the tests use too.
///
/// - Internal declarations are available to tests: so they test the objects that the program is made of, and
///   nothing is built twice.
/// - Code refers to the metadata of generic types directly, not by their names. For a name such as that of
///   `Set<FilmID>`, the runtime searches all conformances in the program for the one of `FilmID` to `Hashable`:
///   about 0.1 ms for each of 30 types at every start.
/// - Each function has its own section, so that the linker leaves out those that are not used.
let releaseSettings: [SwiftSetting] = [
  .unsafeFlags(
    ["-enable-testing"]
      + ["-disable-concrete-type-metadata-mangled-name-accessors", "-function-sections"]
      .flatMap { ["-Xfrontend", $0] },
    .when(configuration: .release))
]

/// Names Swift's static libraries in the objects of the executable, which ``executableLinking`` links.
///
/// The flag `--static-swift-stdlib` would compile all targets in another way than for the tests, which cannot be
/// linked statically.
let staticLibraries: [SwiftSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]

/// The linker settings of the release build.
///
/// - Swift's static libraries.
/// - A fixed address: the loader does not have to relocate 130,000 pointers of type metadata, which takes about
///   3 ms at every start.
/// - No symbols: with them and debug information, the program has twice the size. None are exported either: the
///   runtime looks for one among all exported symbols at every start.
let executableLinking: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib"] + ["-no-pie", "-s", "--no-export-dynamic"].flatMap { ["-Xlinker", $0] },
    .when(platforms: [.linux], configuration: .release))
]

/// Compiles tests without optimization, and their files in parallel, in release builds too.
let unoptimized: [SwiftSetting] = [
  .unsafeFlags(
    ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
    .when(configuration: .release))
]

/// Returns a library target with the language features that all targets use.
func libraryTarget(_ name: String, dependsOn dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: upcomingFeatures + releaseSettings)
}

/// Returns a test target.
///
/// `files` are data files in the target's folder that are not built; the tests read them in place.
func tests(
  _ name: String, of dependencies: [Target.Dependency], excluding files: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["FilmzTestSupport"], exclude: files,
    swiftSettings: upcomingFeatures + unoptimized)
}

let package = Package(
  name: "filmz",
  products: [
    .executable(name: "filmz", targets: ["filmz"]),
    // For tests, which load it into the program with LD_PRELOAD.
    .library(name: "FaultInjection", type: .dynamic, targets: ["FaultInjection"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(
      url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "filmz",
      dependencies: ["FilmzProgram", "FilmzShell", "FilmzStore", "FilmzDomain"],
      swiftSettings: upcomingFeatures + releaseSettings + staticLibraries,
      linkerSettings: executableLinking),
    libraryTarget(
      "FilmzProgram",
      dependsOn: [
        "FilmzShell", "FilmzCommands", "FilmzViewModels", "FilmzServices", "FilmzCatalog",
        "FilmzStore", "FilmzTerminal", "FilmzFiles", "FilmzDomain",
      ]),
    libraryTarget(
      "FilmzShell",
      dependsOn: [
        "CLibEdit", "FilmzCommands", "FilmzViewModels", "FilmzStore", "FilmzTerminal",
        "FilmzFiles", "FilmzDomain", subprocess,
      ]),
    libraryTarget(
      "FilmzCommands",
      dependsOn: [
        "FilmzViewModels", "FilmzStore", "FilmzExchange", "FilmzSync", "FilmzTerminal",
        "FilmzDomain",
      ]),
    libraryTarget("FilmzTerminal"),
    libraryTarget(
      "FilmzViewModels",
      dependsOn: [
        "FilmzServices", "FilmzStore", "FilmzCatalog", "FilmzExchange", "FilmzPages", "FilmzSync",
        "FilmzFiles", "FilmzDomain",
      ]),
    libraryTarget(
      "FilmzServices",
      dependsOn: [
        "CDynamicLibraries", "FilmzStore", "FilmzFiles", "FilmzDomain",
      ]),
    libraryTarget(
      "FilmzCatalog",
      dependsOn: ["CStarterCatalog", "FilmzFiles", "FilmzDomain", grdb, grdbSQLite]),
    libraryTarget(
      "FilmzStore",
      dependsOn: ["CSQLite", "FilmzFiles", "FilmzDomain", grdb, grdbSQLite]),
    libraryTarget(
      "FilmzSync",
      dependsOn: ["CDynamicLibraries", "CZlib", "FilmzStore", "FilmzFiles", "FilmzDomain"]),
    libraryTarget("FilmzExchange", dependsOn: ["CZlib", "FilmzFiles", "FilmzDomain"]),
    libraryTarget("FilmzPages", dependsOn: ["FilmzDomain"]),
    libraryTarget("FilmzFiles", dependsOn: ["CDynamicLibraries", "CZlib"]),
    libraryTarget("FilmzDomain"),
    // Writes the index of the starter catalog.
    .executableTarget(
      name: "starter-index", dependencies: ["FilmzCatalog"],
      swiftSettings: upcomingFeatures + releaseSettings),
    .target(name: "CDynamicLibraries"),
    .target(name: "CSQLite"),
    .target(name: "CStarterCatalog", exclude: ["films.tsv", "index.sqlite"]),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CLibEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(
      name: "FilmzTestSupport", dependencies: ["FilmzDomain"], path: "Tests/FilmzTestSupport",
      swiftSettings: upcomingFeatures + unoptimized),
    .target(name: "FaultInjection", path: "Tests/FaultInjection"),
    tests("FilmzDomainTests", of: ["FilmzDomain"]),
    tests("FilmzTerminalTests", of: ["FilmzTerminal"]),
    tests("FilmzFilesTests", of: ["FilmzFiles"]),
    tests("FilmzExchangeTests", of: ["FilmzExchange", "FilmzDomain", "CZlib"]),
    tests("FilmzPagesTests", of: ["FilmzPages", "FilmzDomain"]),
    tests("FilmzSyncTests", of: ["FilmzSync", "FilmzStore", "FilmzFiles", "FilmzDomain"]),
    tests("FilmzStoreTests", of: ["FilmzStore", "FilmzFiles", "FilmzDomain", grdb, grdbSQLite]),
    tests(
      "FilmzCatalogTests",
      of: ["FilmzCatalog", "FilmzDomain", "CStarterCatalog", "CZlib", grdb, grdbSQLite],
      excluding: ["Ranking/README.md", "Ranking/data", "Ranking/queries.tsv"]),
    tests(
      "FilmzServicesTests",
      of: [
        "FilmzServices", "FilmzStore", "FilmzFiles", "FilmzDomain", "CDynamicLibraries",
      ]),
    tests(
      "FilmzViewModelsTests",
      of: [
        "FilmzViewModels", "FilmzServices", "FilmzStore", "FilmzCatalog", "FilmzExchange",
        "FilmzFiles", "FilmzDomain",
      ]),
    tests(
      "FilmzCommandsTests",
      of: [
        "FilmzCommands", "FilmzViewModels", "FilmzServices", "FilmzCatalog", "FilmzStore",
        "FilmzExchange", "FilmzTerminal", "FilmzFiles", "FilmzDomain",
      ]),
    tests(
      "FilmzShellTests",
      of: ["FilmzShell", "FilmzCommands", "FilmzTerminal", "FilmzDomain", subprocess]),
    tests(
      "EndToEndTests", of: ["FilmzProgram", "FilmzShell", "FilmzCommands", "FilmzFiles", "FilmzViewModels"]),
  ],
  swiftLanguageModes: [.v6]
)
