import { readdir } from 'node:fs/promises';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

const REFUSED = [
  ['src/protocol/report.ts', "import { readModel } from '../plugin/step.ts';"],
  ['src/model/read-model.ts', "import type { Store } from '../store/store.ts';"],
  ['src/model/rules/rules.ts', "import { openStore } from '../../store/open-store.ts';"],
  ['src/errors.ts', "import type { Report } from './protocol/report.ts';"],
  ['src/plugin/step.ts', "import type { Store } from '../store/store.ts';"],
  ['src/plugin/step.ts', "import { readConfig } from '../config.ts';"],
  ['src/store/store.ts', "import type { ProcessModel } from '../model/process-model.ts';"],
  ['src/store/sqlite/connect.ts', "import { step } from '../../plugin/step.ts';"],
  ['src/store/rows/a/b/deep.ts', "export * from '../../../../bridge/bridge.ts';"],
  ['src/outbox/create-outbox.ts', "import { openStore } from '../store/open-store.ts';"],
  ['src/center/post.ts', "import type { Store } from '../store/store.ts';"],
  ['src/callback/answer.ts', "import type { Bridge } from '../bridge/bridge.ts';"],
  ['src/bridge/calls/press.ts', "import { createSandbox } from '../../sandbox/create-sandbox.ts';"],
  ['src/bridge/calls/press.ts', "import { main } from '../../cli/main.ts';"],
  ['src/bridge/steps/instance-steps.ts', "import type { Press } from '../calls/press.ts';"],
  ['src/bridge/loops/jobs.ts', "import { createRequests } from '../operate/requests.ts';"],
  ['src/bridge/context/events.ts', "import type { Bridge } from '../bridge.ts';"],
  ['src/bridge/a-new-folder/file.ts', "import type { Bridge } from '../bridge.ts';"],
  ['src/index.ts', "export { main } from './cli/main.ts';"],
  ['src/a-new-folder/file.ts', "import { BridgeError } from '../errors.ts';"],
  ['src/bridge/calls/press.ts', "import { Engine } from 'bpmn-engine';"],
  ['src/model/read-model.ts', "import type { Activity } from 'bpmn-elements/tasks';"],
  ['src/cli/main.ts', "import { Broker } from 'smqp';"],
  ['src/bridge/calls/press.ts', "export const sandbox = await import('../../sandbox/create-sandbox.ts');"],
  ['src/index.ts', "export { createSandbox } from './sandbox/create-sandbox.ts';"],
  ['src/bridge/calls/press.ts', "export const engine = await import('bpmn-engine');"],
  ['src/bridge/calls/press.ts', "export type Box = import('../../sandbox/create-sandbox.ts').Sandbox;"],
  ['src/store/store.ts', "import { step } from '../plugin/step.ts';"],
  ['src/sandbox/tasks/press.ts', "import { BridgeError } from '../../bridge/bridge.ts';"],
  ['src/sandbox/tasks/press.ts', "import { TaskHandlingItemSchema } from '../../protocol/schemas/task-handling.ts';"],
  ['src/sandbox/tasks/press.ts', "import { GRANT_TYPE, TokenResponse } from '../../protocol/token.ts';"],
  ['src/sandbox/tasks/press.ts', "import { Action as ACTION } from '../../protocol/action.ts';"],
  ['src/sandbox/tasks/press.ts', "import { parseWireTime } from '../../protocol/wire-time.ts';"],
  ['src/sandbox/tasks/press.ts', "import * as ACTION from '../../protocol/action.ts';"],
  ['src/sandbox/web/inbox.ts', "export { Action } from '../../protocol/action.ts';"],
] as const;

const ALLOWED = [
  ['src/model/rules/rules.ts', "import type { Problem } from '../problem.ts';"],
  ['src/plugin/engine/process.ts', "import { StepError } from '../../errors.ts';"],
  ['src/plugin/step.ts', "import { Engine } from 'bpmn-engine';"],
  ['src/outbox/create-outbox.ts', "import type { OutboxStore } from '../store/store.ts';"],
  ['src/bridge/calls/press.ts', "import { openStore } from '../../store/open-store.ts';"],
  ['src/bridge/calls/press.ts', "import type { InstanceSteps } from '../steps/instance-steps.ts';"],
  ['src/bridge/compose-bridge.ts', "import { createPress } from './calls/press.ts';"],
  ['src/sandbox/index.ts', "export { createSandbox } from './create-sandbox.ts';"],
  ['src/store/open-store.ts', "export const store = await import('./sqlite/create-sqlite-store.ts');"],
  ['src/cli/main.ts', "import { createSandbox } from '../sandbox/create-sandbox.ts';"],
  ['src/sandbox/tasks/press.ts', "import { type ActionType, ACTION_TYPES } from '../../protocol/constants.ts';"],
  ['src/sandbox/tasks/press.ts', "import type { Action } from '../../protocol/action.ts';"],
] as const;

const eslint = new ESLint({
  cwd: ROOT.pathname,
  overrideConfigFile: '.config/eslint.config.js',
  // The files need not exist, and the type-aware rules are not asked.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports' || ruleId === 'no-restricted-syntax',
});

async function problemsOf(filePath: string, code: string): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath });
  return results.flatMap((result) => result.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}

describe('the linter', () => {
  test.each(REFUSED)('refuses in %s: %s', async (filePath, code) => {
    expect(await problemsOf(filePath, code)).toContainEqual(expect.stringMatching(/^no-restricted-/));
  });

  test.each(ALLOWED)('accepts in %s: %s', async (filePath, code) => {
    expect(await problemsOf(filePath, code)).toEqual([]);
  });
});

test('what the protocol writes in capitals is data, so the sandbox cannot take a schema or a function of ours', async () => {
  const folder = new URL('src/protocol/', ROOT);
  const modules = await Promise.all(
    (await readdir(folder, { recursive: true }))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
  );
  const constants = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name === name.toUpperCase());

  expect(constants.map(([name]) => name)).toContain('ACTION_TYPES');
  for (const [name, value] of constants) expect(structuredClone(value), name).toEqual(value);
});
