// A semantic version `1.2.3-beta.1+build.5` has a pre-release part, which sorts before `1.2.3`. In
// the versions of dpkg and rpm "-" begins the packager's revision and would make it sort after;
// there "~" sorts before the end of the text. Both also allow ".", "+" and letters and digits, but
// no further "-".

interface SplitVersion {
  readonly numbers: string;
  readonly prerelease: string | null;
  readonly build: string | null;
}

/**
 * `1.2.3-beta.1` → `1.2.3~beta.1`, for dpkg and rpm alike. rpm sorts a number after letters where
 * semantic versioning sorts it before ("alpha.1" and "alpha.beta"); no spelling avoids that.
 */
export function packageVersion(version: string): string {
  const { numbers, prerelease, build } = split(version);
  return (
    numbers + (prerelease === null ? "" : `~${prerelease}`) + (build === null ? "" : `+${build}`)
  );
}

function split(version: string): SplitVersion {
  const match =
    /^(?<numbers>[0-9]+(?:\.[0-9]+)*)(?:-(?<prerelease>[0-9A-Za-z.-]+))?(?:\+(?<build>[0-9A-Za-z.-]+))?$/.exec(
      version,
    );
  const groups = match?.groups;
  if (groups?.numbers === undefined) {
    throw new Error(
      `Cannot package version "${version}": use a semantic version such as 1.2.3 or 1.2.3-beta.1`,
    );
  }
  return {
    numbers: groups.numbers,
    prerelease: groups.prerelease?.replaceAll("-", ".") ?? null,
    build: groups.build?.replaceAll("-", ".") ?? null,
  };
}
