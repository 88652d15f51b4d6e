import { codeInCell, type DocumentedMember, inCell, readInterface } from './interfaces.ts';

const COLLECTIONS = 'src/bridge/bridge-collections.ts';

export function renderMethods(): string {
  const { text, members } = readInterface('src/bridge/bridge.ts', 'Bridge');
  const collections = members.filter(({ type }) => /^Bridge[A-Z]\w+$/.test(type));
  const plugin = readInterface('src/plugin/live/plugin.ts', 'Plugin');
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
    '## Methods of the plugin',
    '',
    plugin.text,
    '',
    ...renderTable(plugin.members),
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
