/**
 * The folder of the package, with `processes/` and `package.json`: one up from `src/`, and from the built files, which
 * all lie in `dist/` itself.
 */
export const PACKAGE_ROOT = new URL('../', import.meta.url);
