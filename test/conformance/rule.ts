/** How a rule of the spec becomes a test. The title begins with the rule, as the checklist names it. */
import { afterAll, test } from 'vitest';
import { Center } from './center.ts';
import type { RuleId } from './checklist.ts';
import { type Hands, type OpenSandbox, openSandbox } from './hands.ts';
import { readVariables, type VariableName, type Variables } from './variables.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What somebody has to look at, since no interface of a real center tells it. */
    byHand?: string;
    /** Why nothing could be tried: the variable that is `none`. */
    leftOut?: string;
  }
}

/** The center of this file: that of CENTER_URL, else a sandbox that ends with the tests. */
let sandbox: Promise<OpenSandbox> | undefined;

export async function openedCenter(): Promise<{ readonly variables: Variables; readonly hands?: Hands }> {
  const variables = readVariables(process.env);
  if (variables !== undefined) return { variables };
  sandbox ??= openSandbox();
  return sandbox;
}

afterAll(async () => {
  await (await sandbox)?.[Symbol.asyncDispose]();
});

interface RuleOptions {
  /** Variables that may be `none`; then there is nothing to try. */
  readonly needs?: readonly VariableName[];
}

interface ByHand<Made> extends RuleOptions {
  /** Over HTTP: what there will be to look at. */
  readonly make: (center: Center) => Promise<Made>;
  /** What somebody has to do and see in a real center. */
  readonly look: (made: Made, variables: Variables) => string;
  /** The same in a sandbox. */
  readonly see: (hands: Hands, made: Made, center: Center) => void | Promise<void>;
}

/** A rule that can be tried over HTTP alone. */
export function rule(
  id: RuleId,
  behaviour: string,
  check: (center: Center) => Promise<void>,
  options: RuleOptions = {},
): void {
  test(`${id}: ${behaviour}`, async ({ task }) => {
    const { variables } = await openedCenter();
    const center = new Center(variables);
    const missing = options.needs?.find((name) => center.optional(name) === undefined);
    if (missing !== undefined) task.meta.leftOut = missing;
    else await check(center);
  });
}

/** A rule about what people see or do: in a sandbox it is tried, on a real center it is put on the list of things to look at. */
export function byHand<Made>(id: RuleId, behaviour: string, { make, look, see, needs = [] }: ByHand<Made>): void {
  test(`${id}: ${behaviour}`, async ({ task }) => {
    const { variables, hands } = await openedCenter();
    const center = new Center(variables);
    const missing = needs.find((name) => center.optional(name) === undefined);
    if (missing !== undefined) {
      task.meta.leftOut = missing;
      return;
    }
    const made = await make(center);
    if (hands === undefined) task.meta.byHand = look(made, variables);
    else await see(hands, made, center);
  });
}
