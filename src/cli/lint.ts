import { stat } from 'node:fs/promises';
import { InputError } from '../errors.ts';
import { type LintOptions, type LintResult, lintFiles, type Problem } from '../model/index.ts';
import { type Command, EXIT_CODES, UsageError } from './command.ts';
import { describeCommand, describeFlags, type Flag, type Given, HELP, parseFlags, seeHelp } from './flags.ts';
import { plural } from './operate/print/layout.ts';

const FLAGS: readonly Flag[] = [
  { name: 'json', text: 'print the result as JSON: isDeployable, files, problems and processes' },
  { name: 'strict', text: 'guesses about ambiguous diagrams are errors' },
  {
    name: 'handlers',
    value: '<accounts>',
    text: 'who handles tasks without an assignment, as defaults.handlers of createBridge',
  },
  { name: 'group', value: '<groups>', text: 'the same for groups, as defaults.handlingGroup' },
  {
    name: 'system-handler',
    value: '<account>',
    text: 'account for actions of the system, as defaults.systemHandler',
  },
  { name: 'assign', text: 'the service has the option assign' },
  {
    name: 'services',
    value: '<names>',
    text: 'names of the services, separated by commas; a diagram that calls another one is refused; default: any',
    mayBeEmpty: true,
  },
  {
    name: 'functions',
    value: '<names>',
    text: 'names of the functions that expressions can call, in the same form',
    mayBeEmpty: true,
  },
  { name: 'no-scripts', text: 'the service does not run scripts' },
];

/** Checks diagrams like a deployment; exit code 1 if one of them could not be deployed. */
export const lint: Command = {
  help: () =>
    describeCommand({
      usage: 'lint <file or folder>...',
      about: `Checks diagrams like bridge.deploy, and prints all problems. It needs no bridge, no database and no center. Processes in
the given files can call each other; for a folder, all files below it that end in .bpmn, .bpmn20.xml or .bpmn.xml are read.`,
      options: describeFlags([...FLAGS, HELP]),
      exitCodes: '0 all can be deployed, 1 a file cannot be deployed or read, 2 the command line is wrong.',
    }),
  async run(args, { out }) {
    const { args: paths, values } = parseFlags('lint', FLAGS, args);
    if (paths.length === 0) throw new UsageError(`Name a file or a folder of diagrams.\n${seeHelp('lint')}`);
    const options = readOptions(values);
    for (const path of paths) await refuseMissing(path);
    const result = await lintFiles(paths.map(toPath), options);
    out(values.json === true ? JSON.stringify(result, undefined, 2) : describeResult(result));
    return result.isDeployable ? EXIT_CODES.done : EXIT_CODES.failed;
  },
};

/** @throws {UsageError} an invalid value */
function readOptions(values: Given['values']): LintOptions {
  const [handlers, handlingGroup] = [values.handlers, values.group];
  if (handlers !== undefined && handlingGroup !== undefined) {
    throw new UsageError(
      '--handlers and --group cannot be used together: a task is assigned to accounts or to groups.',
    );
  }
  for (const name of ['handlers', 'group', 'system-handler']) {
    if (values[name] !== undefined && namesIn(values[name])?.length === 0)
      throw new UsageError(`--${name}: must name at least one.`);
  }
  const defaults = { handlers, handlingGroup, systemHandler: values['system-handler'] };
  const lists = { services: namesIn(values.services), functions: namesIn(values.functions) };
  return {
    ...{ strict: values.strict === true, assign: values.assign === true, scripts: values['no-scripts'] !== true },
    defaults: withoutUndefined(defaults),
    ...withoutUndefined(lists),
  };
}

/** An empty text is an empty list. */
function namesIn(value: string | boolean | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? value.split(',').flatMap((name) => name.trim() || []) : undefined;
}

const withoutUndefined = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Arguments are always paths; the library would interpret a word without a dot as XML. */
async function refuseMissing(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `There is no file or folder ${path}` : `${path} cannot be read (${code})`;
    throw new InputError('ERR_INPUT_INVALID', `${reason}: check the path.`, { cause });
  }
}

/** A file name may begin with `<`, which the library would interpret as XML. */
function toPath(path: string): string {
  return path.trimStart().startsWith('<') ? `./${path}` : path;
}

/** Lists the problems by file, and their number. */
function describeResult({ files, problems }: LintResult): string {
  const named = [...new Set(problems.map(({ file }) => file))];
  const blocks = named.map((name) =>
    [name, ...problems.filter(({ file }) => file === name).map(describeProblem)].join('\n'),
  );
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const counts = [
    plural(files.length, 'file'),
    plural(errors, 'error'),
    plural(problems.length - errors, 'warning'),
  ].join(', ');
  return [...blocks, counts].join('\n\n');
}

function describeProblem({ severity, guess, elementId, rule, reason, remedy }: Problem): string {
  const kind = guess ? `${severity}, a guess` : severity;
  return [`  ${elementId}  ${kind}  ${rule}`, `    ${reason}`, `    ${remedy}`].join('\n');
}
