import { ERROR_CODES } from '../../src/index.ts';

/** The table of `docs/troubleshooting.md`. */
export function renderErrors(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { meaning, remedy, http, retry }]) =>
      `| <a id="${code.toLowerCase()}"></a>\`${code}\` | ${meaning} | ${remedy} | ${http ?? '—'} | ${retry ? 'yes' : 'no'} |`,
  );
  return ['| code | what happened | what to do | HTTP | again |', '|---|---|---|---|---|', ...rows].join('\n');
}
