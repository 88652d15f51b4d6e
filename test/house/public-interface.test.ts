/**
 * What the types and doc comments of the public doors say: in an editor, and on the pages of docs/reference, which
 * `npm run write:reference` writes. In one file, because the program that reads them takes seconds to make.
 */
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parseOptions } from '../../src/config.ts';
import { BUTTON_PARTS, MESSAGE_PARTS, NOTICE_PARTS, PARAMETER_PARTS, SUMMARY_PARTS } from '../support/inner/model.ts';
import { listPublicMembers } from './public-members.ts';
import { listInterfaces, readInterface } from './reference/interfaces.ts';
import { BRIDGE_OPTIONS, defaultOf } from './reference/options-page.ts';
import { REFERENCE_PAGES } from './reference/reference-pages.ts';
import { listUnexportedNames } from './unexported-names.ts';

const FOLDER = new URL('../../docs/reference/', import.meta.url);

describe('whoever uses the library reads in the editor what an option, a method or a field means', () => {
  describe.each([
    {
      door: 'src/index.ts',
      among: ['Bridge', 'deploy', 'inUse', 'instance.ended', 'concludesItself', 'ivPrefixed', 'jwksUrl', 'startKey'],
    },
    {
      door: 'src/plugin/index.ts',
      among: ['PluginOptions', 'nextNodeKey', 'transcationName', 'replayKey', 'jobsGone'],
    },
    { door: 'src/model/index.ts', among: ['isDeployable', 'handlingGroup', 'messageTypes', 'remedy'] },
    { door: 'src/conformance/index.ts', among: ['JudgedCenter', 'page'] },
    { door: 'src/testing/index.ts', among: ['ProcessTest', 'advance', 'diagrams', 'listUndelivered'] },
    { door: 'src/sandbox/index.ts', among: ['Sandbox', 'callbackCipher', 'isRead'] },
  ])('$door', ({ door, among }) => {
    const members = listPublicMembers(door);
    const isThere = (name: string) => members.some(({ place }) => place.endsWith(` ${name}`));

    test('everything that can be reached from it says what it is', () => {
      expect(members.filter(({ isDocumented }) => !isDocumented).map(({ place }) => place)).toEqual([]);
    });

    test('it exports every type that its signatures mention', () => {
      expect(listUnexportedNames(door)).toEqual([]);
    });

    test.each(among)('%s is among what is looked at', (name) => {
      expect(isThere(name)).toBe(true);
    });

    test('the fence of a step is only for a host that stores instances itself', () => {
      const fences = members.filter(({ place }) => place.endsWith(' revision'));
      expect(fences.filter(({ place }) => !place.startsWith('src/plugin/stored/'))).toEqual([]);
    });
  });
});

test.each(Object.keys(REFERENCE_PAGES))('docs/reference/%s is what the code says', async (name) => {
  const page = await readFile(new URL(name, FOLDER), 'utf8');
  expect(page).toBe(await REFERENCE_PAGES[name]?.());
});

test('there is no other page', async () => {
  expect((await readdir(FOLDER)).toSorted()).toEqual(Object.keys(REFERENCE_PAGES).toSorted());
});

test.each(Object.keys(REFERENCE_PAGES))(
  'no cell of docs/reference/%s that should say something is empty',
  async (name) => {
    const page = await readFile(new URL(name, FOLDER), 'utf8');
    expect(page.split('\n').filter((line) => /^\|.*\|\s*\|$/.test(line))).toEqual([]);
  },
);

test.each(['bridge-options', 'cipher-options', 'id-token-options'])(
  'every interface of src/config/%s.ts has its table',
  (name) => {
    const path = `src/config/${name}.ts`;
    const shown = new Set(BRIDGE_OPTIONS.map((group) => group.name));
    // What the ciphers and the tokens have in common stands in the table of each.
    const shared = new Set(['KeyedOptions', 'CbcOptions', 'JwtClaimOptions']);
    expect(listInterfaces(path).filter((each) => !shown.has(each) && !shared.has(each))).toEqual([]);
  },
);

test('docs/reference/rules.md has every rule that the sources name', async () => {
  const page = await readFile(new URL('rules.md', FOLDER), 'utf8');
  const source = new URL('../../src/', import.meta.url);
  const files = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('.ts'));
  const texts = await Promise.all(files.map((path) => readFile(new URL(path, source), 'utf8')));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?:\brule: |Problem\()'([a-z-]+-[a-z-]+)'/g)].map(([, name = '']) => name),
  );
  expect(named).toContain('file-unreadable');
  expect(named.filter((name) => !page.includes(`<a id="${name}">`))).toEqual([]);
});

test('docs/reference/ttc.md has every name and part that the sources read', async () => {
  const page = await readFile(new URL('ttc.md', FOLDER), 'utf8');
  const source = new URL('../../src/model/', import.meta.url);
  const files = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('.ts'));
  const texts = await Promise.all(files.map((path) => readFile(new URL(path, source), 'utf8')));
  const read = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:readTtc\w*|readActions|findExtensions)\([^()]*'(?!ttc')(\w+)'\)/g)].flatMap(
      ([call, name = '']) => (call.startsWith('findExtensions') && !call.includes("'ttc'") ? [] : name),
    ),
  );
  expect(read).toEqual(expect.arrayContaining(['vote', 'summary', 'notify', 'previousAction', 'countersign']));
  expect(read.filter((name) => !page.includes(`\n| \`ttc:${name}\` |`))).toEqual([]);
  const parts = [BUTTON_PARTS, SUMMARY_PARTS, NOTICE_PARTS, MESSAGE_PARTS, PARAMETER_PARTS].flatMap(Object.keys);
  expect(parts.filter((part) => !page.includes(`\n| \`${part}\` |`))).toEqual([]);
});

describe('a default that the page names is the one of the schema', () => {
  const config = parseOptions({
    center: {
      baseUrl: 'https://c.example',
      authUrl: 'https://a.example',
      clientId: 'c',
      clientSecret: 's',
      appId: 'a',
    },
    callback: {
      publicUrl: 'https://h.example',
      signingKeys: [{ id: 'k1', secret: 'a signing secret of more than 32 bytes' }],
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
    store: 'sqlite::memory:',
  }) as unknown as Readonly<Record<string, unknown>>;
  const groups = ['createBridge', 'center', 'callback', 'defaults', 'outbox', 'jobs', 'retention'];

  const named = BRIDGE_OPTIONS.filter(({ path }) => groups.includes(path)).flatMap(({ path, file, name }) => {
    const values = (path === 'createBridge' ? config : config[path]) as Readonly<Record<string, unknown>>;
    return readInterface(file, name).members.flatMap((member) => {
      const said = literalOf(defaultOf(member));
      const value = values[member.name];
      return said === undefined || typeof value === 'object' ? [] : [{ option: `${path}.${member.name}`, said, value }];
    });
  });

  test('there are many of them', () => expect(named.length).toBeGreaterThan(20));

  test.each(named)('$option: $said', ({ said, value }) => {
    expect(String(value)).toBe(said);
  });
});

/** A number, a Boolean or a text in backticks; undefined for one that is told in words. */
function literalOf(said: string | undefined): string | undefined {
  if (said === undefined) return undefined;
  if (/^\d[\d\s]*$/.test(said)) return said.replaceAll(/\s/g, '');
  return /^(?:true|false)$/.test(said) ? said : /^`([^`{]+)`$/.exec(said)?.[1];
}
