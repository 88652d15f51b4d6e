import type { ModelOptions } from '../../src/model/model-options.ts';
import { readXml } from '../support/inner/model.ts';

/** What one rule says about a file, as `severity elementId: reason`. */
export async function findProblems(xml: string, rule: string, options: ModelOptions = {}): Promise<readonly string[]> {
  const { problems } = await readXml(xml, options);
  return problems
    .filter((problem) => problem.rule === rule)
    .map(({ severity, elementId, reason }) => `${severity} ${elementId}: ${reason}`);
}
