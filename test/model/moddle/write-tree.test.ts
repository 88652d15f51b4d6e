/** What a deployment runs is what is read from its text, so that a restart goes on with the same process. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultAssignmentOf } from '../../../src/model/default-assignment.ts';
import { CAMUNDA } from '../../bridge/vendor-ways/camunda.ts';
import { DROOLS } from '../../bridge/vendor-ways/drools.ts';
import { ACTIVITI, FLOWABLE } from '../../bridge/vendor-ways/flowable.ts';
import { ZEEBE } from '../../bridge/vendor-ways/zeebe.ts';
import { type ModelOptions, parseBpmn, prepareDiagram, readModel } from '../../support/inner/model.ts';
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

describe.each(diagrams)('%s', (_name, xml) => {
  test('what deploy checks and runs is what is read from its text after a restart', async () => {
    const checked = { ...options, accepted: false };
    const deployed = await prepareDiagram(xml, { ...checked, calledProcesses: () => undefined });
    if (deployed.model === undefined) return;
    const restarted = readModel(await parseBpmn(deployed.xml), options);
    expect(deployed.model).toEqual(restarted.model);
    expect(deployed.variables).toEqual(restarted.variables);
  });
});
