import { expect } from 'vitest';
import { type PrepareOptions, prepareDiagram, requireModel } from '../../support/inner/model.ts';
import { type CompiledDefinition, compileXml } from '../../support/inner/plugin.ts';

/** Makes a file ready to run, as a deployment does. @throws {ModelError} `ERR_MODEL_REFUSED` */
export async function deploy(xml: string, options: Partial<PrepareOptions> = {}): Promise<CompiledDefinition> {
  const prepared = await prepareDiagram(xml, { calledProcesses: () => undefined, ...options });
  requireModel(prepared);
  return compileXml(prepared.xml, {});
}

/** The same of a diagram that deploy refuses, as one that was deployed before it did. */
export async function deployRefused(xml: string): Promise<CompiledDefinition> {
  const prepared = await prepareDiagram(xml, { calledProcesses: () => undefined });
  expect(prepared.problems).toContainEqual(expect.objectContaining({ severity: 'error' }));
  return compileXml(prepared.xml, { accepted: true });
}

/** What refuses a diagram at deploy, `rule elementId` each. */
export async function refusals(xml: string): Promise<string[]> {
  const { problems } = await prepareDiagram(xml, { calledProcesses: () => undefined });
  return problems.filter(({ severity }) => severity === 'error').map(({ rule, elementId }) => `${rule} ${elementId}`);
}
