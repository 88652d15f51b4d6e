import { copyNumberOf, nodeIdOf } from './copy-id.ts';
import { type CopySource, createCopySource, type Source } from './copy-source.ts';

/** What the engine makes the elements of one running scope from. */
export interface ScopeContext {
  definitionContext: Source;
}

/** The engine's state of a scope, as far as it says which activities are in it. */
export interface ScopeState {
  readonly children?: readonly { readonly id: string }[];
}

/** The diagram as a scope sees it, so that copies can be added to it. */
export function copySourceOf(context: ScopeContext, scopeId: string): CopySource {
  const known = context.definitionContext as Source & Partial<CopySource>;
  if (known.scopeId === scopeId) return known as CopySource;
  // A scope sees what the one around it sees, until it has something of its own.
  const source = createCopySource(known.drawn ?? known, scopeId);
  context.definitionContext = source;
  return source;
}

/** Readies the context of a scope that is begun, or recovered: it needs the copies that its state is in. */
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
