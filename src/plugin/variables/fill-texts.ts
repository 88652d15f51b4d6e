import { StepError } from '../../errors.ts';
import { compileExpression } from '../../model/expressions/compile-expression.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import { toText } from '../../model/expressions/plain-data.ts';
import { NAMES_VARIABLE, splitText, type TextNames } from '../../model/expressions/text-names.ts';
import { isWebAddress } from '../../model/read/read-form-key.ts';
import type { InstanceInfo } from '../state/run-settings.ts';

/** What a text is about, as its names say it. */
export interface TextSubject {
  readonly taskId: string | null;
  readonly nodeId: string;
  readonly nodeName: string;
  /** Accounts. */
  readonly handlers: readonly string[];
}

/** A scope in which texts find the names of what they are about; variables that are set come first. */
export function withNames(scope: Scope, subject: TextSubject, instance: InstanceInfo): Scope {
  const { instanceId, businessKey, initiator, initiatorName } = instance;
  const names: TextNames = {
    ...subject,
    handlers: subject.handlers.join(','),
    ...{ instanceId, businessKey, initiator, initiatorName: initiatorName ?? initiator },
  };
  const unset = Object.entries(names).filter(([name]) => (scope[name] ?? null) === null);
  return { ...scope, ...Object.fromEntries(unset), [NAMES_VARIABLE]: names };
}

/**
 * The address that a template gives. What is filled in is percent-encoded, but for an expression that the address
 * begins with, which may be any part of it.
 * @throws {ModelError} `ERR_EXPRESSION_FAILED`; @throws {StepError} `ERR_EXPRESSION_FAILED`: it is no web address
 */
export function fillUrl(template: string, scope: Scope): string {
  const filled = splitText(template).map(({ kind, text }, at) => {
    const value = toText(compileExpression(text).evaluate(scope));
    return kind === 'literal' || at === 0 ? value : encodeURIComponent(value);
  });
  const url = filled.join('').trim();
  if (isWebAddress(url) && URL.canParse(url)) return url;
  const reason = 'gave no web address. Set the variables it reads and try again';
  throw new StepError('ERR_EXPRESSION_FAILED', `The address ${template} ${reason}.`);
}
