import { element } from '../support/bpmn-xml.ts';
import type { Completion, Computation, Condition, Counter, Rule } from './graph.ts';

export function writeCompletion(completion: Completion): string | undefined {
  if (completion.kind === 'rule') return undefined;
  if (completion.kind === 'flag') return `\${${completion.variable}}`;
  const { counter, language } = completion;
  const prefix = language === 'feel' ? 'numberOf' : 'nrOf';
  return wrap(language, writeCounter(counter, prefix));
}

function writeCounter(counter: Counter, prefix: string): string {
  switch (counter.of) {
    case 'completed':
      return `${prefix}CompletedInstances >= ${counter.atLeast}`;
    case 'share':
      return `${prefix}CompletedInstances / ${prefix}Instances >= ${counter.atLeast}`;
    case 'active':
      return `${prefix}ActiveInstances <= ${counter.atMost}`;
  }
}

/** XML of an expression that a script task computes. */
export function writeComputation(computes: Computation): string {
  const expression = computes.kind === 'not' ? `=not(${computes.of})` : `=${computes.variable} + 1`;
  return element('zeebe:script', { expression, resultVariable: computes.variable });
}

export function writeRule(rule: Rule): string {
  if (rule.kind === 'count') return `${rule.count}`;
  return rule.kind === 'percent' ? `${rule.percent}%` : rule.kind;
}

export function writeCondition(condition: Condition): string {
  return wrap(condition.language, writeTest(condition));
}

const wrap = (language: Condition['language'], text: string): string =>
  language === 'feel' ? `=${text}` : `\${${text}}`;

function writeTest(condition: Condition): string {
  const feel = condition.language === 'feel';
  switch (condition.test) {
    case 'is':
      if (typeof condition.value === 'string') return `${condition.variable} ${feel ? '=' : '=='} "${condition.value}"`;
      if (condition.value) return condition.variable;
      return feel ? `not(${condition.variable})` : `!${condition.variable}`;
    case 'above':
      return `${condition.variable} > ${condition.limit}`;
    case 'both':
      return condition.of.map(writeTest).join(feel ? ' and ' : ' && ');
  }
}
