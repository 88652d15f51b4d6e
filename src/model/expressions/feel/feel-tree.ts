import { parseExpression } from 'feelin';
import { GrammarError } from '../expression-errors.ts';
import { explainMistyped } from '../mistyped.ts';
import { UNSAFE_NAMES } from '../plain-data.ts';
import { DIALECT, evaluateFeel } from './evaluate-feel.ts';
import { ADDED_FUNCTIONS, CLOCK_FUNCTIONS, RANDOM_FUNCTIONS } from './feel-functions.ts';

/** A node of FEEL's syntax tree; `kind` is the name in the grammar of lezer-feel. */
export interface FeelNode {
  readonly kind: string;
  readonly text: string;
  readonly from: number;
  readonly children: readonly FeelNode[];
}

type SyntaxTree = ReturnType<typeof parseExpression>;
type SyntaxNode = SyntaxTree['topNode'];

/** @throws {GrammarError} for syntax errors, unsafe names and invalid calls */
export function parseFeel(text: string): FeelNode {
  if (text.trim() === '') throw new GrammarError('it is empty', 0);
  const root = readNode(parseExpression(text, { ...ADDED_FUNCTIONS }, DIALECT).topNode, text);
  checkNode(root);
  return root;
}

/** A name without backticks, and with single spaces between its words, as FEEL compares names. */
export function feelName(node: FeelNode): string {
  return node.text.replaceAll('`', '').trim().replace(/\s+/g, ' ');
}

function readNode(node: SyntaxNode, text: string): FeelNode {
  const children: FeelNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.type.isError) throw refuseSyntax(child, text);
    if (!child.type.isSkipped) children.push(readNode(child, text));
  }
  return { kind: node.name, text: text.slice(node.from, node.to), from: node.from, children };
}

function refuseSyntax(node: SyntaxNode, text: string): GrammarError {
  const unexpected = text.slice(node.from, node.to);
  const reason = unexpected === '' ? 'something is missing here' : `\`${unexpected}\` is not expected here`;
  const mistyped = explainMistyped(unexpected.charAt(0));
  if (mistyped !== undefined) return new GrammarError(mistyped, node.from);
  const meant = OF_OTHER_LANGUAGES.find(([sign]) => unexpected.startsWith(sign))?.[1];
  return new GrammarError(meant === undefined ? reason : `${reason}; FEEL writes ${meant}`, node.from);
}

/** Operators of `${…}` and their equivalents in FEEL. */
const OF_OTHER_LANGUAGES: readonly (readonly [sign: string, meant: string])[] = [
  ['&&', '`and`'],
  ['||', '`or`'],
  ['!', '`not(…)`'],
  ['?', '`if … then … else …`'],
  ["'", 'texts in double quotes'],
];

function checkNode(node: FeelNode): void {
  switch (node.kind) {
    case 'FunctionInvocation':
      checkCall(node);
      break;
    case 'VariableName':
    case 'PathName':
    case 'Name':
    case 'Key':
      if (UNSAFE_NAMES.has(feelName(node).replaceAll('"', ''))) {
        throw new GrammarError(`\`${node.text}\` is not data of the process`, node.from);
      }
      break;
    case 'external':
      throw new GrammarError('external functions cannot be called', node.from);
    case '?':
      throw new GrammarError('`?` has a meaning in decision tables only', node.from);
  }
  for (const child of node.children) checkNode(child);
}

function checkCall(node: FeelNode): void {
  const target = node.children[0];
  if (target?.kind === 'SpecialFunctionName') return;
  if (target?.kind !== 'VariableName') throw new GrammarError('only functions can be called, by their name', node.from);
  const name = feelName(target);
  if (RANDOM_FUNCTIONS.has(name)) {
    throw new GrammarError(
      `\`${name}()\` returns another result when a step is repeated; set a variable instead`,
      node.from,
    );
  }
  if (UNSAFE_NAMES.has(name)) throw new GrammarError(`\`${name}\` is not data of the process`, node.from);
  // A call without an argument list.
  if (node.children.length < 2) throw new GrammarError('something is missing here', node.from);
}

/** Whether it is a built-in function of FEEL; any other function is one of the host. */
export function isFeelFunction(name: string): boolean {
  if (Object.hasOwn(ADDED_FUNCTIONS, name) || CLOCK_FUNCTIONS.has(name)) return true;
  // Evaluated without variables, so only a built-in function is a function.
  return typeof evaluateFeel(name).value === 'function';
}
