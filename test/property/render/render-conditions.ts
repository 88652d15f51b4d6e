import { element } from '../../support/bpmn-xml.ts';
import type { Comparison, Condition, Literal, Term } from '../conditions/condition.ts';
import type { Completion, Computation, Counter, Rule } from '../draw/graph.ts';

export function writeCompletion(completion: Completion): string | undefined {
  if (completion.kind === 'rule') return undefined;
  if (completion.kind === 'flag') return `\${${completion.variable}}`;
  const { counter } = completion;
  const language = completion.kind === 'data' ? completion.condition.language : completion.language;
  const prefix = language === 'feel' ? 'numberOf' : 'nrOf';
  const counted = counter && writeCounter(counter, prefix);
  if (completion.kind === 'counter') return wrap(language, counted ?? '');
  const parts = [writePart(completion.condition), counted].filter((part) => part !== undefined);
  return wrap(language, parts.join(` ${WORDS[language].or} `));
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

type Word = 'and' | 'or' | 'not' | Comparison;

const WORDS: Readonly<Record<Condition['language'], Readonly<Record<Word, string>>>> = {
  juel: { and: '&&', or: '||', not: '!', '<': '<', '<=': '<=', '>': '>', '>=': '>=', '=': '==', '!=': '!=' },
  words: { and: 'and', or: 'or', not: 'not ', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', '=': 'eq', '!=': 'ne' },
  feel: { and: 'and', or: 'or', not: 'not', '<': '<', '<=': '<=', '>': '>', '>=': '>=', '=': '=', '!=': '!=' },
};

function writeTest(condition: Condition): string {
  const feel = condition.language === 'feel';
  const words = WORDS[condition.language];
  switch (condition.test) {
    case 'is':
      if (typeof condition.value !== 'boolean')
        return `${condition.variable} ${words['=']} ${writeLiteral(condition.value)}`;
      if (condition.value) return condition.variable;
      return feel ? `not(${condition.variable})` : `${words.not}${condition.variable}`;
    case 'above':
      return `${condition.variable} > ${condition.limit}`;
    case 'between': {
      const { variable, from, to } = condition;
      if (feel) return `${variable} between ${from} and ${to}`;
      return `${variable} ${words['>=']} ${from} ${words.and} ${variable} ${words['<=']} ${to}`;
    }
    case 'compare':
      return `${writeTerm(condition.left, feel)} ${words[condition.by]} ${writeTerm(condition.right, feel)}`;
    case 'holds':
      return feel
        ? `list contains(${condition.list}, "${condition.person}")`
        : `${condition.list}.contains("${condition.person}")`;
    case 'not':
      return `${words.not}(${writeTest(condition.of)})`;
    case 'both':
    case 'either':
      return condition.of.map(writePart).join(` ${condition.test === 'both' ? words.and : words.or} `);
    case 'if': {
      const [test, one, other] = condition.of.map(writePart);
      return feel ? `if ${test} then ${one} else ${other}` : `${test} ? ${one} : ${other}`;
    }
  }
}

/** In parentheses where it is more than one comparison. */
const writePart = (condition: Condition): string =>
  /^(both|either|if|between)$/.test(condition.test) ? `(${writeTest(condition)})` : writeTest(condition);

const writeLiteral = (value: Literal): string => (typeof value === 'string' ? `"${value}"` : `${value}`);

function writeTerm(term: Term, feel: boolean): string {
  switch (term.term) {
    case 'variable':
      return term.name;
    case 'number':
      return `${term.value}`;
    case 'count':
      return feel ? `count(${term.list})` : `${term.list}.size()`;
    case 'sum':
    case 'product':
      return `(${term.of.map((each) => writeTerm(each, feel)).join(term.term === 'sum' ? ' + ' : ' * ')})`;
  }
}
