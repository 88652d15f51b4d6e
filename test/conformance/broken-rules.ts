import type { Rule } from '../../src/conformance/rules/rule.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { Center, openSandbox } from '../support/inner/conformance.ts';
import { type Between, standBetween } from './between.ts';
import { tryRule } from './look.ts';

/** Those of these rules that such a center breaks, in their order. */
export async function brokenOf(
  rules: readonly Rule[],
  options: SandboxOptions,
  between: Between = {},
): Promise<string[]> {
  await using opened = await openSandbox(options, standBetween(between));
  const broken = [];
  for (const rule of rules) {
    const isHeld = await tryRule(rule, new Center(opened.variables), opened.access).then(
      () => true,
      () => false,
    );
    if (!isHeld) broken.push(rule.id);
  }
  return broken;
}
