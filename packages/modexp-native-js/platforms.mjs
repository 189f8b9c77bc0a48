// The packages with the addon, one for each platform: modexp-native-NAME.

/**
 * Platforms as npm names them, and the compiler's target. A build on another platform takes the `linker`; on Linux, those are of Debian.
 */
export const PLATFORMS = {
  "darwin-arm64": { os: "darwin", cpu: "arm64", target: "aarch64-apple-darwin" },
  "darwin-x64": { os: "darwin", cpu: "x64", target: "x86_64-apple-darwin" },
  "linux-arm64-gnu": {
    os: "linux",
    cpu: "arm64",
    libc: "glibc",
    target: "aarch64-unknown-linux-gnu",
    linker: "aarch64-linux-gnu-gcc",
  },
  "linux-arm64-musl": {
    os: "linux",
    cpu: "arm64",
    libc: "musl",
    target: "aarch64-unknown-linux-musl",
    linker: "aarch64-linux-gnu-gcc",
    rustc: ["-Ctarget-feature=-crt-static", "-Clink-arg=-nostdlib"],
  },
  "linux-x64-gnu": { os: "linux", cpu: "x64", libc: "glibc", target: "x86_64-unknown-linux-gnu" },
  "linux-x64-musl": {
    os: "linux",
    cpu: "x64",
    libc: "musl",
    target: "x86_64-unknown-linux-musl",
    linker: "musl-gcc",
    rustc: ["-Ctarget-feature=-crt-static"],
  },
  "win32-x64-msvc": { os: "win32", cpu: "x64", target: "x86_64-pc-windows-msvc" },
};

/** The name of this machine's platform; undefined if the table has none. */
export function hostPlatform() {
  const { platform, arch } = process;
  const isMusl = platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined;
  const found = Object.entries(PLATFORMS).find(
    ([, { os, cpu, libc }]) => os === platform && cpu === arch && (libc === undefined || (libc === "musl") === isMusl),
  );
  return found?.[0];
}

/** The package.json of a platform's package, of the version and with the data of modexp-native. */
export function manifest(name, { version, license, repository, engines }) {
  const { os, cpu, libc } = PLATFORMS[name];
  return {
    name: `modexp-native-${name}`,
    version,
    description: `The addon of modexp-native for ${name}`,
    license,
    repository,
    engines,
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    main: "./modexp.node",
    files: ["modexp.node", "LICENSE-*"],
  };
}
