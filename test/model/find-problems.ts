import type { ModelOptions } from '../../src/model/model-options.ts';
import { readModel } from '../../src/model/read-model.ts';

/** What one rule says about a file, as `severity elementId: reason`. */
export async function findProblems(xml: string, rule: string, options: ModelOptions = {}): Promise<readonly string[]> {
  const { problems } = await readModel(xml, options);
  return problems
    .filter((problem) => problem.rule === rule)
    .map(({ severity, elementId, reason }) => `${severity} ${elementId}: ${reason}`);
}

/** The rules that refuse a file, each with its element: `rule elementId`. */
export async function findErrors(xml: string): Promise<readonly string[]> {
  const { problems, model } = await readModel(xml);
  const errors = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, elementId }) => `${rule} ${elementId}`);
  if ((model === undefined) !== errors.length > 0) throw new Error('a model is there exactly where no error is');
  return errors;
}
