// swift-tools-version: 6.2
import PackageDescription

let upcomingFeatures: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let asyncHTTPClient: Target.Dependency = .product(
  name: "AsyncHTTPClient", package: "async-http-client")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")

/// The compiler settings of the release build.
///
/// - Code refers to the metadata of generic types directly, not by their names. For a name such as that of
///   `Set<FilmID>`, the runtime searches all conformances in the program for the one of `FilmID` to `Hashable`:
///   about 0.1 ms for each of 30 types at every start.
/// - Each function has its own section, so that the linker leaves out those that are not used.
let releaseSettings: [SwiftSetting] = [
  .unsafeFlags(
    ["-disable-concrete-type-metadata-mangled-name-accessors", "-function-sections"]
      .flatMap { ["-Xfrontend", $0] },
    .when(configuration: .release))
]

/// The linker settings of the release build.
///
/// - A fixed address: the loader does not have to relocate 130,000 pointers of type metadata, which takes about
///   3 ms at every start.
/// - No symbols: with them and debug information, the program has twice the size. None are exported either: the
///   runtime looks for one among all exported symbols at every start.
let releaseLinkerSettings: [LinkerSetting] = [
  .unsafeFlags(
    ["-no-pie", "-s", "--no-export-dynamic"].flatMap { ["-Xlinker", $0] },
    .when(platforms: [.linux], configuration: .release))
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
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: upcomingFeatures + releaseSettings + settings)
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
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.36.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
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
      swiftSettings: upcomingFeatures + releaseSettings, linkerSettings: releaseLinkerSettings),
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
        "FilmzStore", "FilmzFiles", "FilmzDomain", asyncHTTPClient, nioCore, nioPosix, nioHTTP1,
        nioSSL,
      ]),
    libraryTarget(
      "FilmzCatalog", dependsOn: ["CZlib", "FilmzFiles", "FilmzDomain", grdb, grdbSQLite],
      settings: optimizedInDebugBuilds),
    libraryTarget(
      "FilmzStore",
      dependsOn: ["CSQLite", "FilmzFiles", "FilmzDomain", grdb, grdbSQLite, crypto],
      settings: optimizedInDebugBuilds),
    libraryTarget(
      "FilmzSync",
      dependsOn: ["CPostgreSQL", "CZlib", "FilmzStore", "FilmzFiles", "FilmzDomain", crypto],
      settings: optimizedInDebugBuilds),
    libraryTarget("FilmzExchange", dependsOn: ["CZlib", "FilmzDomain"]),
    libraryTarget("FilmzPages", dependsOn: ["FilmzDomain", crypto]),
    libraryTarget("FilmzFiles"),
    libraryTarget("FilmzDomain", settings: optimizedInDebugBuilds),
    .target(name: "CPostgreSQL"),
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
    tests("FilmzPagesTests", of: ["FilmzPages", "FilmzDomain", crypto]),
    tests("FilmzSyncTests", of: ["FilmzSync", "FilmzStore", "FilmzFiles", "FilmzDomain"]),
    tests("FilmzStoreTests", of: ["FilmzStore", "FilmzFiles", "FilmzDomain", grdb, grdbSQLite]),
    tests(
      "FilmzCatalogTests", of: ["FilmzCatalog", "FilmzDomain", "CZlib", grdb],
      excluding: ["Ranking/README.md", "Ranking/data", "Ranking/queries.tsv"]),
    tests(
      "FilmzServicesTests",
      of: [
        "FilmzServices", "FilmzStore", "FilmzFiles", "FilmzDomain", asyncHTTPClient, nioCore,
        nioSSL,
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
        "FilmzExchange", "FilmzTerminal", "FilmzDomain",
      ]),
    tests("FilmzShellTests", of: ["FilmzShell", "FilmzCommands", "FilmzTerminal", "FilmzDomain"]),
    tests("EndToEndTests", of: ["filmz", "FilmzCommands", "FilmzFiles"]),
  ],
  swiftLanguageModes: [.v6]
)
