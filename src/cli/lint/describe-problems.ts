import type { LintResult, Problem } from '../../model/index.ts';

/** Lists the problems by file, and their number. */
export function describeProblems({ files, problems }: LintResult): string {
  const named = [...new Set(problems.map(({ file }) => file))];
  const blocks = named.map((name) => {
    const found = problems.filter(({ file }) => file === name);
    return [name, ...found.map(describe)].join('\n');
  });
  return [...blocks, count(files, problems)].join('\n\n');
}

function describe({ severity, guess, elementId, rule, reason, remedy }: Problem): string {
  const kind = guess ? `${severity}, a guess` : severity;
  return [`  ${elementId}  ${kind}  ${rule}`, `    ${reason}`, `    ${remedy}`].join('\n');
}

function count(files: readonly string[], problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return [plural(files.length, 'file'), plural(errors, 'error'), plural(problems.length - errors, 'warning')].join(
    ', ',
  );
}

function plural(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
