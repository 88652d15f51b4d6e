import { evaluate, parseExpression } from 'feelin';
import { GrammarError } from './grammar-error.ts';
import { UNSAFE_NAMES } from './plain-data.ts';

/** A node of FEEL's syntax tree: its kind in the grammar of lezer-feel, the text it covers, its parts. */
export interface FeelNode {
  readonly kind: string;
  readonly text: string;
  readonly from: number;
  readonly children: readonly FeelNode[];
}

type SyntaxTree = ReturnType<typeof parseExpression>;
type SyntaxNode = SyntaxTree['topNode'];

/** Their value would change between two runs of the same step, which must give the same result. */
const CLOCK_FUNCTIONS: ReadonlySet<string> = new Set(['now', 'today']);

/** @throws {GrammarError} for what the parser flags, and for calls that would not find a function */
export function parseFeel(text: string): FeelNode {
  if (text.trim() === '') throw new GrammarError('it is empty', 0);
  const root = readNode(parseExpression(text, {}, undefined).topNode, text);
  checkNode(root);
  return root;
}

/** A name as FEEL compares it: the words of it with single spaces. */
export function feelName(node: FeelNode): string {
  return node.text.trim().replace(/\s+/g, ' ');
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
  return new GrammarError(reason, node.from);
}

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
  if (target?.kind !== 'VariableName') throw new GrammarError('only built-in functions can be called', node.from);
  const name = feelName(target);
  if (CLOCK_FUNCTIONS.has(name)) {
    throw new GrammarError(
      `\`${name}()\` gives another result at every repeat; use a variable or a duration`,
      node.from,
    );
  }
  // Without variables, only a built-in function makes a name a function.
  if (typeof evaluate(name, {}).value !== 'function') {
    throw new GrammarError(`there is no function \`${name}\``, node.from);
  }
}
