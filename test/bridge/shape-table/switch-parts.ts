/** What `npm run test:switches` is told to run, and what it says of it at the end. */
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

const ROOT = new URL('../../../', import.meta.url);
const FOLDERS = { stories: 'test/bridge/shape-table', faults: 'test/bridge/faults' } as const;
type Folder = keyof typeof FOLDERS;
/** Of the faults, those that are struck in centers of several kinds. */
const FAULT_FILES = ['switched-centers', 'everything-at-once'];

export interface SwitchParts {
  /** Test files, from the root of the repository, by the part that they were named by. */
  readonly files: readonly { readonly part: string; readonly path: string }[];
  /** Arguments of the oracle; undefined: it is not run. */
  readonly oracle: readonly string[] | undefined;
  /** Only tests whose titles have this in them. */
  readonly only: string | undefined;
}

/** What came of one part. */
export interface PartOutcome {
  readonly part: string;
  readonly ran: number;
  readonly wrong: number;
}

/** @throws {Error} where a part is named that there is not */
export function readParts(args: readonly string[]): SwitchParts {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { only: text, runs: text, from: text, seed: text, failures: text, plain: text },
  });
  const named = positionals.length > 0 ? positionals : ['stories', 'faults', 'processes'];
  const { only, runs = '500', seed = '1', ...others } = values;
  const oracle = Object.entries({ runs, seed, ...others }).flatMap(([name, value]) => [`--${name}`, value]);
  return {
    files: named.filter((part) => part !== 'processes').flatMap((part) => filesOf(part)),
    oracle: named.includes('processes') ? oracle : undefined,
    only,
  };
}

function filesOf(part: string): { part: string; path: string }[] {
  const [folder = '', file] = part.split('/');
  if (!isFolder(folder)) {
    throw new Error(`there is no part ${part}, but stories, stories/<file>, faults, faults/<file> and processes`);
  }
  const files = readdirSync(new URL(FOLDERS[folder], ROOT)).filter((name) => name.endsWith('.test.ts'));
  const named = files.filter((name) => name.startsWith(`${file}.`));
  if (file !== undefined && named.length === 0) throw new Error(`there is no ${FOLDERS[folder]}/${file}.test.ts`);
  const chosen = file === undefined ? files.filter((name) => isDefault(folder, name)) : named;
  return chosen.map((name) => ({ part, path: `${FOLDERS[folder]}/${name}` }));
}

const isFolder = (name: string): name is Folder => Object.hasOwn(FOLDERS, name);

const isDefault = (folder: Folder, name: string): boolean =>
  folder === 'stories' || FAULT_FILES.some((file) => name.startsWith(`${file}.`));

/** The last line, which says all. */
export function describeRun(outcomes: readonly PartOutcome[], faultSeed: string): string {
  const parts = outcomes.map(({ part, ran, wrong }) => `${part}: ${ran === 0 ? 'nothing' : ran}, ${wrong} wrong`);
  const wrong = outcomes.reduce((sum, each) => sum + each.wrong, 0);
  return `ran ${parts.join('; ')}; with FAULT_SEED=${faultSeed}; ${wrong} went wrong`;
}

/** Nothing that ran is wrong too: whoever misspelled a title would take it for right. */
export function isWrong(outcomes: readonly PartOutcome[]): boolean {
  return outcomes.length === 0 || outcomes.some(({ ran, wrong }) => ran === 0 || wrong > 0);
}
