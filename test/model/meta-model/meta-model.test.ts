import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { parseBpmn, walkTree } from '../../support/inner/model.ts';
import { prepare } from '../prepare/prepare.ts';
import { FLOW_ELEMENTS } from './flow-elements.ts';
import { OTHER_ELEMENTS } from './other-elements.ts';
import { SAMPLES } from './samples.ts';
import { isTreatment, READ, type Treatment } from './treatment.ts';

interface MetaModel {
  readonly types: readonly { readonly name: string; readonly properties?: readonly { readonly name: string }[] }[];
}

const { types } = createRequire(import.meta.url)('bpmn-moddle/resources/bpmn/json/bpmn.json') as MetaModel;
const TREATMENTS = { ...FLOW_ELEMENTS, ...OTHER_ELEMENTS };

/** Each type of one treatment, and each property of the others, as `Type.property`. */
const listed: readonly (readonly [string, Treatment])[] = Object.entries(TREATMENTS).flatMap(([type, treatment]) =>
  isTreatment(treatment)
    ? [[type, treatment] as const]
    : Object.entries(treatment).map(([property, each]) => [`${type}.${property}`, each] as const),
);
const spoken = listed.flatMap(([what, treatment]) =>
  treatment !== READ && 'rule' in treatment ? [[what, treatment.rule] as const] : [],
);

describe('nothing that BPMN 2.0 has is silently ignored', () => {
  test('every type of the meta model is listed, and no other', () => {
    expect(Object.keys(TREATMENTS).toSorted()).toEqual(types.map(({ name }) => name).toSorted());
  });

  test.each(types.map(({ name, properties = [] }) => ({ name, properties })))(
    '$name: every property is listed, and no other',
    ({ name, properties }) => {
      const treatment = TREATMENTS[name];
      if (treatment === undefined || isTreatment(treatment)) return expect(treatment).toBeDefined();
      expect(Object.keys(treatment).toSorted()).toEqual(properties.map((property) => property.name).toSorted());
    },
  );

  test('what a rule speaks of has a sample, and nothing else', () => {
    expect(Object.keys(SAMPLES).toSorted()).toEqual(spoken.map(([what]) => what).toSorted());
  });

  test.each(spoken)('%s is said by %s', async (what, rule) => {
    const xml = SAMPLES[what] ?? '';
    expect(await holds(xml, what)).toBe(true);
    const { problems } = await prepare(xml);
    expect(problems.map((problem) => problem.rule)).toContain(rule);
  });

  test('what is read is named in the code that reads', () => {
    const read = listed.filter(([, treatment]) => treatment === READ).map(([what]) => what.split('.')[1] ?? what);
    const sources = readSources();
    expect(read.filter((property) => !new RegExp(`['"]${property}['"]|\\.${property}\\b`).test(sources))).toEqual([]);
  });
});

/** Whether a file has an element of that type, with that property. */
async function holds(xml: string, what: string): Promise<boolean> {
  const [type = '', property] = what.split('.');
  for (const element of walkTree((await parseBpmn(xml)).definitions)) {
    if (property === undefined && element.$type === `bpmn:${type}`) return true;
    const owned = element.$descriptor?.properties?.some((each) => each.ns.localName === property);
    if (property !== undefined && owned && Object.hasOwn(element, property)) return true;
  }
  return false;
}

function readSources(): string {
  const folder = new URL('../../../src/model/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.map((name) => readFileSync(new URL(name.replaceAll('\\', '/'), folder), 'utf8')).join('\n');
}
