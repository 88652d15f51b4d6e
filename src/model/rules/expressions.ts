import { calledFunctions, calledGetters } from '../expressions/expression-analysis.ts';
import { getterMember } from '../expressions/methods/call-method.ts';
import { readTtc } from '../read/read-ttc.ts';
import { containsExpression } from '../read/reading.ts';
import type { Finding, Rule } from './rule.ts';

const expressionInvalid: Rule = {
  name: 'expression-invalid',
  severity: 'error',
  says: 'an expression is not valid',
  remedy:
    'Write it as ${…} with variables, operators and methods, or as =… in FEEL; for anything else, pass a function of the host: expressions: { functions }.',
  check: ({ expressionFailures }) =>
    expressionFailures.map(({ elementId, from, text, reason }) => ({
      elementId,
      reason: `The expression ${text} of ${from} cannot be used: ${reason}.`,
    })),
};

const functionMissing: Rule = {
  name: 'function-missing',
  severity: 'error',
  says: 'an expression calls a function that the host does not have',
  remedy: 'Pass it to createBridge or createPlugin: expressions: { functions }.',
  check: ({ expressions, options }) => {
    const found = new Map<string, Finding>();
    for (const { elementId, from, expression } of expressions) {
      for (const name of calledFunctions(expression)) {
        if (options.functions?.has(name) !== false) continue;
        found.set(`${elementId} ${name}`, {
          elementId,
          reason: `The expression ${expression.text} of ${from} calls the function ${name}, which the host does not have.`,
          remedy: `Pass expressions: { functions: { '${name}': (…) => … } } to createBridge or createPlugin: pure, synchronous, plain JSON in and out.`,
        });
      }
    }
    return [...found.values()];
  },
};

const getterReadsMember: Rule = {
  name: 'getter-reads-member',
  severity: 'warning',
  says: 'a getter of a Java object is read as a member of a variable',
  remedy: 'Write the member, or pass the function.',
  guess: true,
  check: ({ expressions, options }) => {
    const found = new Map<string, Finding>();
    for (const { elementId, expression } of expressions) {
      for (const path of calledGetters(expression)) {
        if (options.functions?.has(path)) continue;
        const [object, name] = [path.slice(0, path.lastIndexOf('.')), path.slice(path.lastIndexOf('.') + 1)];
        found.set(`${elementId} ${path}`, {
          elementId,
          reason: `${path}() in ${expression.text} is read as the member ${getterMember(name, 0)} of the variable ${object}.`,
          remedy: `Write \${${object}.${getterMember(name, 0)}}; or, if ${object} is a bean, pass expressions: { functions: { '${path}': () => … } }.`,
        });
      }
    }
    return [...found.values()];
  },
};

const nameNotComputed: Rule = {
  name: 'name-not-computed',
  severity: 'warning',
  says: 'an expression in the name of the process, which the transaction type takes literally, or an invalid expression in the name of a task',
  remedy: 'Name the transaction type with ttc:transTypeName, and each instance with ttc:transactionName.',
  check: ({ diagram: { element, processId, processName }, process: { transactionName }, userTasks }) => {
    const isComputed = transactionName?.text === processName;
    return [
      ...(containsExpression(processName) && readTtc(element, 'transTypeName') === undefined
        ? [
            {
              elementId: processId,
              reason: `The transaction type gets the name of the process literally, ${processName}: the center has one name for all its instances.${isComputed ? ' Each instance gets the computed name.' : ''}`,
              ...(isComputed && { remedy: 'Name the transaction type with ttc:transTypeName.' }),
            },
          ]
        : []),
      ...userTasks
        .filter(({ node, computedName }) => containsExpression(node.name) && computedName === undefined)
        .map(({ node: { id, name } }) => ({
          elementId: id,
          reason: `The name ${name} is shown literally, because its expression is not valid.`,
          remedy: 'Correct the expression, or write \\${ if the text is meant literally.',
        })),
    ];
  },
};

export const EXPRESSION_RULES: readonly Rule[] = [
  expressionInvalid,
  functionMissing,
  getterReadsMember,
  nameNotComputed,
];
