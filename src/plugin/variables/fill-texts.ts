import { StepError } from '../../errors.ts';
import { compileExpression } from '../../model/expressions/compile-expression.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import { toText } from '../../model/expressions/plain-data.ts';
import { NAMES_VARIABLE, splitText, type TextNames } from '../../model/expressions/text-names.ts';
import { isWebAddress } from '../../model/read/tasks/read-form.ts';
import type { InstanceInfo } from '../state/run-settings.ts';

/** The node and task that a text is about; their fields can be used in the text by name. */
export interface TextSubject {
  readonly taskId: string | null;
  readonly nodeId: string;
  readonly nodeName: string;
  /** Accounts. */
  readonly handlers: readonly string[];
}

/** Adds the names that texts can use to a scope. Variables that are set take precedence. */
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
 * Fills in a URL template. Values are percent-encoded, except for an expression at the beginning of the template, which
 * may give any part of the URL.
 * @throws {ModelError} `ERR_EXPRESSION_FAILED`; @throws {StepError} `ERR_EXPRESSION_FAILED`: the result is not a web address
 */
export function fillUrl(template: string, scope: Scope): string {
  const filled = splitText(template).map(({ kind, text }, at) => {
    const value = toText(compileExpression(text).evaluate(scope));
    return kind === 'literal' || at === 0 ? value : encodeURIComponent(value);
  });
  const url = filled.join('').trim();
  if (isWebAddress(url) && URL.canParse(url)) return url;
  const reason = 'does not give a web address. Set the variables that it reads and try again';
  throw new StepError('ERR_EXPRESSION_FAILED', `The address ${template} ${reason}.`);
}
