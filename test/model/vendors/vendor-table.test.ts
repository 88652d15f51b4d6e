import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CALL_SETTINGS } from '../../../src/model/rules/vendors/vendor-features.ts';
import { type EngineVendor, VENDOR_NAMES } from '../../support/inner/model.ts';
import { renderDescribedNames } from './described-names.ts';
import { READINGS } from './readings.ts';
import { SOURCES } from './sources.ts';
import { homesOf, isRunBy, namesOf, rowsWithoutSource } from './vendor-table.ts';

const vendors = Object.keys(VENDOR_NAMES) as EngineVendor[];
const known = new Set(vendors.flatMap(namesOf));
const source = ['read', 'prepare', 'rules', 'moddle'].flatMap((folder) => {
  const path = new URL(`../../../src/model/${folder}/`, import.meta.url);
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => [`${folder}/${file}`, readFileSync(new URL(file, path), 'utf8')] as const);
});
const LISTS = /rules\/vendors\/(described-names|vendor-names|vendor-features)\.ts$/;

test.each(vendors)('each name of %s is read, not run or ignored', (vendor) => {
  expect(namesOf(vendor).filter((name) => homesOf(name, vendor).length === 0)).toEqual([]);
});

test('a reading speaks of names that a vendor has, each once for a vendor', () => {
  const named = READINGS.flatMap(({ names, of = [] }) =>
    names.split(' ').map((name) => ({ name, key: `${name} ${of}` })),
  );
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
  expect(named.filter(({ key }, index) => named.findIndex((other) => other.key === key) !== index)).toEqual([]);
});

test.each(vendors)('a source of %s speaks of names that it has', (vendor) => {
  const names = SOURCES[vendor].flatMap((source) => source.names.split(' '));
  const settings = [...CALL_SETTINGS.keys()];
  expect(names.filter((name) => !namesOf(vendor).includes(name) && !settings.includes(name))).toEqual([]);
});

test('each row says where it was looked up what the vendor means, and each name that a run goes by', () => {
  expect(rowsWithoutSource()).toEqual([]);
  const named = (vendor: EngineVendor) => SOURCES[vendor].flatMap((source) => source.names.split(' '));
  expect(vendors.flatMap((vendor) => isRunBy(vendor).filter((name) => !named(vendor).includes(name)))).toEqual([]);
});

test('what is said to be read is named by a reader', () => {
  const readers = source
    .filter(([file]) => !LISTS.test(file))
    .map(([, text]) => text)
    .join('\n');
  const names = READINGS.filter(({ is }) => is === 'read').flatMap((reading) => reading.names.split(' '));
  const quoted = (name: string) => readers.includes(`'${name}'`) || readers.includes(`attributes.${name}`);
  expect(names.map((name) => name.replace(/[<>]/g, '')).filter((name) => !quoted(name))).toEqual([]);
});

test('the names of Camunda are those of the descriptors: if this fails, `npm run write:reference`', () => {
  const path = new URL('../../../src/model/rules/vendors/described-names.ts', import.meta.url);
  expect(readFileSync(path, 'utf8')).toBe(renderDescribedNames());
});
