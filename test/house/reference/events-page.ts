import { codeInCell, inCell, readInterface, readParameters } from './interfaces.ts';

const FILE = 'src/bridge/context/events.ts';

export function renderEvents(): string {
  const { text, members } = readInterface(FILE, 'BridgeEvents');
  const payloads = readParameters(FILE, 'BridgeEvents');
  return [
    '# Events',
    '',
    `\`bridge.on(name, listener)\` listens to an event, \`bridge.off\` ends it. ${text}`,
    ...members.flatMap((event) => [
      '',
      `## ${event.name}`,
      '',
      event.text,
      '',
      '| field | type | what it is |',
      '|---|---|---|',
      ...(payloads.get(event.name) ?? []).map(
        (field) => `| \`${field.name}\` | ${codeInCell(field.type)} | ${inCell(field.text)} |`,
      ),
    ]),
    '',
  ].join('\n');
}
