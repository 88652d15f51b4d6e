import { readdirSync, readFileSync } from 'node:fs';
import { DEPLOYMENT_RULES, FILE_RULES, PREPARE_RULES, RULES } from '../../support/inner/model.ts';

const ROOT = new URL('../../../', import.meta.url);
const RULES_FOLDER = new URL('src/model/rules/', ROOT);

/** Titles of the folders of `src/model/rules/`. */
const FOLDERS: Readonly<Record<string, string>> = {
  file: 'The file',
  flows: 'Flows and gateways',
  tasks: 'User tasks and buttons',
  'multi-instances': 'Countersigns and multi-instances',
  events: 'Events',
  services: 'Services, scripts and expressions',
  messages: 'Messages to people',
  vendors: 'What engines and modelers add',
};

/** The rows of the tables of `src/model/README.md`, which has them for those who change a rule. */
function readRows(): ReadonlyMap<string, string> {
  const page = readFileSync(new URL('src/model/README.md', ROOT), 'utf8');
  const rows = page.matchAll(/^\| `([a-z-]+)` +\| +((?:error|warning) +\|.*)$/gm);
  return new Map(
    [...rows].map(([, name = '', cells = '']) => [
      name,
      `| <a id="${name}"></a>\`${name}\` | ${cells.replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ')}`,
    ]),
  );
}

export function renderRules(): string {
  const rows = readRows();
  const names = [...FILE_RULES, ...RULES].map(({ name }) => name);
  const tableOf = (ofTable: readonly string[]) => [
    '| rule | severity | what it says | what to do |',
    '|---|---|---|---|',
    ...ofTable.map((name) => rows.get(name) ?? `| \`${name}\` | | | |`),
    '',
  ];
  return [
    '# Rules',
    '',
    'What `bridge.deploy` and `bpmn-transaction-bridge lint` say of a diagram. An error refuses it; a warning says what will not run as drawn. A warning that is marked as a guess (`guess: true`) is an error with `strict`. Each problem names the element, the reason and the remedy.',
    '',
    ...Object.entries(FOLDERS).flatMap(([folder, title]) => {
      const files = readdirSync(new URL(`${folder}/`, RULES_FOLDER));
      return [`## ${title}`, '', ...tableOf(names.filter((name) => files.includes(`${name}.ts`)))];
    }),
    '## Calls, links and pools',
    '',
    ...tableOf(PREPARE_RULES),
    '## The deployment',
    '',
    '`stand-in-not-member` is reported only by `bridge.deploy`, which can ask your `identity`.',
    '',
    ...tableOf(DEPLOYMENT_RULES),
  ].join('\n');
}
