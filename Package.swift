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

/// Links the release build at a fixed address, so that the loader does not have to relocate 130,000
/// pointers of type metadata, which takes about 3 ms at every start.
let fixedAddress: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "-no-pie"], .when(platforms: [.linux], configuration: .release))
]

/// Optimizes code that processes much data in debug builds too.
///
/// Without it, the tests take about twice as long: each program that they run makes the index of the starter catalog
/// before its first search, and the tests of properties make many thousands of changes.
let optimizedInDebugBuilds: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug))
]

/// Returns a library target with the language features that all targets use.
func libraryTarget(
  _ name: String, dependsOn dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: upcomingFeatures + settings)
}

/// Returns a test target.
///
/// `files` are data files in the target's folder that are not built; the tests read them in place.
func tests(
  _ name: String, of dependencies: [Target.Dependency], excluding files: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["FilmzTestSupport"], exclude: files,
    swiftSettings: upcomingFeatures)
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
      dependencies: [
        "FilmzShell", "FilmzCommands", "FilmzViewModels", "FilmzServices", "FilmzCatalog",
        "FilmzStore", "FilmzTerminal", "FilmzFiles", "FilmzDomain",
      ],
      swiftSettings: upcomingFeatures, linkerSettings: fixedAddress),
    libraryTarget(
      "FilmzShell",
      dependsOn: [
        "CLibEdit", "FilmzCommands", "FilmzViewModels", "FilmzStore", "FilmzTerminal",
        "FilmzFiles", "FilmzDomain", subprocess,
      ]),
    libraryTarget(
      "FilmzCommands",
      dependsOn: ["FilmzViewModels", "FilmzExchange", "FilmzSync", "FilmzTerminal", "FilmzDomain"]),
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
      "FilmzCatalog", dependsOn: ["CZlib", "FilmzFiles", "FilmzDomain", grdb, grdbSQLite],
      settings: optimizedInDebugBuilds),
    libraryTarget(
      "FilmzStore",
      dependsOn: ["CSQLite", "FilmzFiles", "FilmzDomain", grdb, grdbSQLite],
      settings: optimizedInDebugBuilds),
    libraryTarget(
      "FilmzSync",
      dependsOn: ["CDynamicLibraries", "CZlib", "FilmzStore", "FilmzFiles", "FilmzDomain"],
      settings: optimizedInDebugBuilds),
    libraryTarget("FilmzExchange", dependsOn: ["CZlib", "FilmzDomain"]),
    libraryTarget("FilmzPages", dependsOn: ["FilmzDomain"]),
    libraryTarget("FilmzFiles", dependsOn: ["CDynamicLibraries"]),
    libraryTarget("FilmzDomain", settings: optimizedInDebugBuilds),
    .target(name: "CDynamicLibraries"),
    .target(name: "CSQLite"),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CLibEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(
      name: "FilmzTestSupport", dependencies: ["FilmzDomain"], path: "Tests/FilmzTestSupport",
      swiftSettings: upcomingFeatures),
    .target(name: "FaultInjection", path: "Tests/FaultInjection"),
    tests("FilmzDomainTests", of: ["FilmzDomain"]),
    tests("FilmzTerminalTests", of: ["FilmzTerminal"]),
    tests("FilmzFilesTests", of: ["FilmzFiles"]),
    tests("FilmzExchangeTests", of: ["FilmzExchange", "FilmzDomain", "CZlib"]),
    tests("FilmzPagesTests", of: ["FilmzPages", "FilmzDomain"]),
    tests("FilmzSyncTests", of: ["FilmzSync", "FilmzStore", "FilmzFiles", "FilmzDomain"]),
    tests("FilmzStoreTests", of: ["FilmzStore", "FilmzFiles", "FilmzDomain", grdb, grdbSQLite]),
    tests(
      "FilmzCatalogTests", of: ["FilmzCatalog", "FilmzDomain", "CZlib", grdb],
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
    tests("FilmzShellTests", of: ["FilmzShell", "FilmzCommands", "FilmzTerminal", "FilmzDomain"]),
    tests("EndToEndTests", of: ["filmz", "FilmzCommands", "FilmzFiles"]),
  ],
  swiftLanguageModes: [.v6]
)
