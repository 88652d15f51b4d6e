import type { ListName } from '../operations/lists.ts';
import { AdminFailure, invalid } from './admin-failure.ts';
import type { AdminParts } from './admin-parts.ts';
import type { BulkAnswer, BulkRequest } from './answers.ts';
import { type ReadUser, refuseSearch } from './read-user.ts';

/** Parts that are counted for one request: it answers within seconds. */
const COUNTED_PARTS = 10;

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/**
 * Does an operation to one row, at `<list>/<id>/<operation>` with its options, or to all that a filter leaves, at
 * `<list>/<operation>` with a {@link BulkRequest}, a part of them at a time.
 * @returns undefined: there is no such operation
 */
export async function runOperation(
  parts: AdminParts,
  user: ReadUser,
  [list = '', ...path]: readonly string[],
  body: unknown,
): Promise<object | undefined> {
  const verb = path.at(-1) ?? '';
  const operation = path.length > 2 ? undefined : parts.findOperation(list, verb);
  if (operation === undefined) return undefined;
  const { name, right, optionRights } = operation;
  if (!user[right]) throw new AdminFailure(403, 'ERR_FORBIDDEN', 'You may look, but not change this.');

  /** Others would let a person act in the name of somebody else. */
  function readOptions(given: unknown): Readonly<Record<string, unknown>> {
    if (!isObject(given)) throw invalid('The options are no object.');
    for (const option of Object.keys(given)) {
      const needed = Object.hasOwn(optionRights, option) ? optionRights[option] : undefined;
      if (needed === undefined) throw invalid(`The operation has no option ${option}.`);
      if (!user[needed]) throw new AdminFailure(403, 'ERR_FORBIDDEN', `You may not give the option ${option}.`);
    }
    return { ...given, by: user.name };
  }

  if (path.length === 2) {
    await parts.run(name, path[0] ?? '', readOptions(body));
    // Rows hold payloads, which the page does not need.
    return {};
  }
  const { filter, options, after, dryRun } = readBulk(body);
  const given = readOptions(options ?? {});
  refuseSearch(user, filter);
  if (operation.mayBeAll && (dryRun || Object.keys(filter).length > 0))
    throw invalid('The operation is done to all rows, and counts them by itself.');
  if (operation.mayBeAll) return { count: await parts.run(name, '', given), left: 0, next: null } as BulkAnswer;
  const choice = parts.readFilter(list as ListName, filter);
  if (!dryRun) {
    const page = after === undefined ? {} : { after: parts.idFrom(list as ListName, after) };
    const { count, left, failed, next } = await parts.operatePart(name, { choice, options: given, dryRun, ...page });
    return { count, left: left + failed.length, next: next === null ? null : String(next) } satisfies BulkAnswer;
  }
  let [count, left] = [0, 0];
  let next: string | number | null | undefined;
  for (let part = 0; part < COUNTED_PARTS && next !== null; part += 1) {
    const found = await parts.operatePart(name, {
      choice,
      options: given,
      dryRun,
      ...(next != null && { after: next }),
    });
    count += found.count;
    left += found.left;
    next = found.next;
  }
  return { count, left, next: next === null || next === undefined ? null : String(next) } satisfies BulkAnswer;
}

function readBulk(body: unknown): BulkRequest {
  const { filter = {}, options, after, dryRun = false } = isObject(body) ? body : {};
  const isFilter = isObject(filter) && Object.values(filter).every((value) => typeof value === 'string');
  if (!isFilter || !(after === undefined || typeof after === 'string') || typeof dryRun !== 'boolean')
    throw invalid('Give a filter of texts, and the options of the operation.');
  return {
    filter: filter as BulkRequest['filter'],
    dryRun,
    ...(options !== undefined && { options: options as object }),
    ...(after !== undefined && { after }),
  };
}
