/**
 * The folder of the package, with `processes/` and `package.json`: the parent of `src/`, and of `dist/`, which has no
 * sub-folders.
 */
export const PACKAGE_ROOT = new URL('../', import.meta.url);
