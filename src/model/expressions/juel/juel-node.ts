/** The syntax tree of an expression in `${…}`: everything that can be evaluated. */
export type JuelNode =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  /** `path`: the name of a host function that may replace the member. */
  | { readonly kind: 'member'; readonly object: JuelNode; readonly key: JuelNode; readonly path?: string }
  /** A clock function, else a function of the host. */
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly JuelNode[] }
  /** A method of the value of `target`, a getter that reads a member, or the host function `path`. */
  | {
      readonly kind: 'method';
      readonly of: 'value' | 'getter' | 'host';
      readonly target: JuelNode;
      readonly name: string;
      readonly args: readonly JuelNode[];
      readonly path?: string;
    }
  /** Flowable's `vars:get(x)`. */
  | {
      readonly kind: 'variable-function';
      readonly function: string;
      readonly variable: string;
      readonly args: readonly JuelNode[];
    }
  /** `execution.getVariable('x')`. */
  | { readonly kind: 'execution'; readonly key: string; readonly args: readonly JuelNode[] }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: JuelNode }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: JuelNode; readonly right: JuelNode }
  | {
      readonly kind: 'conditional';
      readonly test: JuelNode;
      readonly consequent: JuelNode;
      readonly alternate: JuelNode;
    };

export type UnaryOperator = '!' | '-' | 'empty';
export type BinaryOperator = (typeof BINARY_OPERATORS)[number];

export const BINARY_OPERATORS = ['||', '&&', '==', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/', '%'] as const;
