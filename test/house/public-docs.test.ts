/** Whoever uses the library reads what an option or a method does where the editor shows it. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

/** Interfaces by their file; of the others, the options that the named schemas read. */
const PUBLIC: Readonly<Record<string, readonly string[]>> = {
  'src/bridge/bridge.ts': ['ExplainedReport', 'Bridge'],
  'src/bridge/events.ts': ['BridgeEvents'],
  'src/bridge/event-options.ts': ['SignalOptionsSchema', 'BroadcastOptionsSchema', 'MessageOptionsSchema'],
  'src/bridge/operation-options.ts': [
    ...['TransferOptionsSchema', 'CirculateOptionsSchema', 'ReassignOptionsSchema', 'OperationOptionsSchema'],
  ],
  'src/bridge/press-options.ts': ['PressOptionsSchema'],
  'src/bridge/start-options.ts': ['StartOptionsSchema'],
  'src/config/bridge-options.ts': [
    ...['BridgeOptions', 'CenterOptions', 'CallbackOptions', 'SigningKeyOptions', 'ProcessDefaults'],
    ...['CirculationOptions', 'OutboxOptions', 'JobOptions'],
  ],
  'src/config/cipher-options.ts': ['KeyedOptions', 'CbcOptions'],
  'src/config/id-token-options.ts': ['JwtClaimOptions', 'JwksIdTokenOptions', 'KeyIdTokenOptions'],
};

/** The lines of a declaration, without its first and its last. */
function linesOf(text: string, name: string): string[] {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => new RegExp(`^(?:export )?(?:interface|const) ${name}\\b`).test(line));
  const last = lines.findIndex((line, at) => at > first && /^\S/.test(line));
  return first < 0 ? [] : lines.slice(first + 1, last);
}

/** Members of the outermost kind and of the groups in it, such as `bridge.tasks.get`. */
const MEMBER = /^ {2,4}(?:readonly )?'?(\w[\w.]*)'?(?:<.*>)?\??[(:,]/;

function undocumented(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => {
    const name = MEMBER.exec(line)?.[1];
    const isGroup = line.trimEnd().endsWith('{');
    if (name === undefined || isGroup) return [];
    return lines[at - 1]?.trimEnd().endsWith('*/') ? [] : [name];
  });
}

const declarations = Object.entries(PUBLIC).flatMap(([path, names]) => names.map((name) => ({ path, name })));

test.each(declarations)('every member of $name says what it does', async ({ path, name }) => {
  const lines = linesOf(await readFile(new URL(path, ROOT), 'utf8'), name);
  expect(lines.filter((line) => MEMBER.test(line)).length).toBeGreaterThan(1);
  expect(undocumented(lines)).toEqual([]);
});
