import { codeInCell, type DocumentedMember, inCell, readFunction, readInterface } from './interfaces.ts';

const COLLECTIONS = 'src/bridge/bridge-collections.ts';

/** What the functions of `bpmn-transaction-bridge/plugin` return. */
const OTHERS = [
  { title: 'createPlugin', name: 'Plugin', file: 'src/plugin/live/plugin.ts' },
  { title: 'createEngineHost', name: 'EngineHost', file: 'src/plugin/stored/engine-host.ts' },
  { title: 'openCenter', name: 'CenterClient', file: 'src/center/port.ts' },
  { title: 'openCallbacks', name: 'Callbacks', file: 'src/parts/callbacks.ts' },
] as const;

export function renderMethods(): string {
  const { text, members } = readInterface('src/bridge/bridge.ts', 'Bridge');
  const collections = members.filter(({ type }) => /^Bridge[A-Z]\w+$/.test(type));
  return [
    '# Methods of the bridge',
    '',
    text,
    '',
    ...renderTable(members.filter((member) => !collections.includes(member))),
    ...collections.flatMap(({ name, type, text: words }) => [
      `## bridge.${name}`,
      '',
      words,
      '',
      ...renderTable(readInterface(COLLECTIONS, type).members),
    ]),
    ...OTHERS.flatMap(({ title, name, file }) => {
      const other = readInterface(file, name);
      return [`## ${title}`, '', other.text, '', ...renderTable(other.members)];
    }),
    ...['## toNodeListener', '', readFunction('src/to-node-listener.ts', 'toNodeListener'), ''],
  ].join('\n');
}

function renderTable(members: readonly DocumentedMember[]): readonly string[] {
  return [
    '| method | what it does |',
    '|---|---|',
    ...members.map(({ name, type, text }) => {
      const shown = type.startsWith(name) ? type : `${name}: ${type}`;
      return `| ${codeInCell(shown)} | ${inCell(text)} |`;
    }),
    '',
  ];
}
