/** What a rewrite gives is the tree that a parser reads from its text, so that a restart goes on with the same process. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultAssignmentOf } from '../../../src/model/default-assignment.ts';
import type { ParsedBpmn } from '../../../src/model/moddle/parse-bpmn.ts';
import { writeTree } from '../../../src/model/moddle/write-tree.ts';
import { CAMUNDA } from '../../bridge/vendor-ways/camunda.ts';
import { DROOLS } from '../../bridge/vendor-ways/drools.ts';
import { ACTIVITI, FLOWABLE } from '../../bridge/vendor-ways/flowable.ts';
import { ZEEBE } from '../../bridge/vendor-ways/zeebe.ts';
import { type ModelOptions, parseBpmn, prepareDiagram, readModel, walkTree } from '../../support/inner/model.ts';
import { compileDefinition } from '../../support/inner/plugin.ts';
import { READ_PAST } from '../meta-model/read-past.ts';

const ROOT = new URL('../../../', import.meta.url);

function readFolder(folder: string): readonly (readonly [string, string])[] {
  const names = readdirSync(new URL(folder, ROOT), { recursive: true }).map(String);
  const diagrams = names.filter((name) => /\.bpmn(20\.xml)?$/.test(name));
  return diagrams.map((name) => [`${folder}${name}`, readFileSync(new URL(folder + name, ROOT), 'utf8')]);
}

const ways = [...CAMUNDA, ...ZEEBE, ...FLOWABLE, ...ACTIVITI, ...DROOLS];
const diagrams: readonly (readonly [string, string])[] = [
  ...readFolder('processes/'),
  ...readFolder('test/fixtures/'),
  ...ways.map(({ of, title, xml }) => [`${of}: ${title}`, xml] as const),
  ...Object.entries(READ_PAST),
];

const defaultAssignment = defaultAssignmentOf({ handlers: 'anna' });
const options: ModelOptions = { ...(defaultAssignment && { defaultAssignment }), accepted: true };

const sourceOf = (read: Parameters<typeof compileDefinition>[0]) =>
  JSON.parse(compileDefinition(read).source.serialize());

/** Elements in a form that can be compared: the parser makes new ones. */
function describeParsed({ definitions, leftovers }: ParsedBpmn) {
  const unresolved = leftovers.unresolved.map(({ element, property, id }) => `${element.id} ${property} ${id}`);
  const elements = [...walkTree(definitions)].map(({ $type, $parent, id }) => `${$type} ${id} in ${$parent?.id}`);
  return { elements, leftovers: { ...leftovers, unresolved } };
}

describe.each(diagrams)('%s', (_name, xml) => {
  test('a tree that was written reads as its text', async () => {
    const { definitions, leftovers } = await parseBpmn(xml);
    const written = await writeTree(definitions, leftovers.unresolved);
    const parsed = await parseBpmn(written.xml);
    expect(describeParsed(written.parsed)).toEqual(describeParsed(parsed));
    const [direct, again] = [readModel(written.parsed, options), readModel(parsed, options)];
    expect(direct.model).toEqual(again.model);
    if (direct.model !== undefined) expect(sourceOf(direct)).toEqual(sourceOf(again));
  });

  test('what deploy checks and runs is what is read from its text after a restart', async () => {
    const checked = { ...options, accepted: false };
    const deployed = await prepareDiagram(xml, { ...checked, calledProcesses: () => undefined });
    if (deployed.model === undefined) return;
    const restarted = readModel(await parseBpmn(deployed.xml), options);
    expect(deployed.model).toEqual(restarted.model);
    expect(deployed.variables).toEqual(restarted.variables);
    expect(sourceOf(deployed)).toEqual(sourceOf(restarted));
  });
});
