import { codeInCell, type DocumentedMember, inCell, readInterface } from './interfaces.ts';

const COLLECTIONS = 'src/bridge/bridge-collections.ts';

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
  ].join('\n');
}

function renderTable(members: readonly DocumentedMember[]): readonly string[] {
  return [
    '| method | what it does |',
    '|---|---|',
    ...members.map(({ type, text }) => `| ${codeInCell(type)} | ${inCell(text)} |`),
    '',
  ];
}
