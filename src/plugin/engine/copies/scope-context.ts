import { copyNumberOf, nodeIdOf } from './copy-id.ts';
import { type CopySource, createCopySource, type Source } from './copy-source.ts';

/** The engine's context from which it creates the elements of one running scope. */
export interface ScopeContext {
  definitionContext: Source;
}

/** The part of the engine's state of a scope that lists its activities. */
export interface ScopeState {
  readonly children?: readonly { readonly id: string }[];
}

/** Returns the scope's own view of the diagram, to which copies can be added. */
export function copySourceOf(context: ScopeContext, scopeId: string): CopySource {
  const known = context.definitionContext as Source & Partial<CopySource>;
  if (known.scopeId === scopeId) return known as CopySource;
  // A scope shares the view of the enclosing scope until it gets copies of its own.
  const source = createCopySource(known.diagram ?? known, scopeId);
  context.definitionContext = source;
  return source;
}

/** Prepares the context of a scope that starts or is recovered: adds the copies that its state refers to. */
export function prepareScope<Context extends ScopeContext>(
  context: Context,
  scopeId: string,
  state: ScopeState | undefined,
): Context {
  const copies = (state?.children ?? []).filter(({ id }) => copyNumberOf(id) !== undefined);
  if (copies.length === 0 && copyNumberOf(scopeId) === undefined) return context;
  const source = copySourceOf(context, scopeId);
  for (const { id } of copies) source.addCopy(nodeIdOf(id), copyNumberOf(id) ?? 0);
  return context;
}
