import { end, exclusive, parallel, plainTask, processFile, start, userTask } from '../support/bpmn-xml.ts';

/** A process whose steps are measured. */
export interface MeasuredProcess {
  readonly name: string;
  readonly xml: string;
  /** The user tasks in the order in which they are pressed, with what their button leads to where they have several. */
  readonly presses: readonly { readonly id: string; readonly to?: string }[];
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A fork, legal beside finance, a join and a choice: four presses after the start. */
const fivePresses: MeasuredProcess = {
  name: 'five steps',
  xml: processFile(
    [
      ...[start(), userTask('apply'), parallel('fork'), userTask('legal'), userTask('finance'), parallel('join')],
      ...[userTask('sign'), exclusive('ok'), end('yes'), end('no')],
    ],
    'start > apply > fork > legal > join; fork > finance > join > sign > ok; ok >[${approved}] yes; ok >[${!approved}] no',
  ),
  presses: [{ id: 'apply' }, { id: 'legal' }, { id: 'finance' }, { id: 'sign', to: 'yes' }],
};

/** So many user tasks one after the other. */
function lineOf(count: number): MeasuredProcess {
  const ids = numbers(count).map((n) => `u${n}`);
  return {
    name: `a line of ${count}`,
    xml: processFile([start(), ...ids.map((id) => userTask(id)), end()], ['start', ...ids, 'end'].join(' > ')),
    presses: ids.map((id) => ({ id })),
  };
}

/** A user task, a split, a plain task on each of two paths, and a merge: eight times. */
function choices(count: number): MeasuredProcess {
  const steps = numbers(count);
  const parts = steps.flatMap((n) => [
    ...[userTask(`u${n}`), exclusive(`s${n}`), plainTask(`a${n}`), plainTask(`b${n}`), exclusive(`m${n}`)],
  ]);
  const paths = steps.flatMap((n) => [
    `u${n} > s${n}; s${n} >[\${approved}] a${n} > m${n}; s${n} >[\${!approved}] b${n} > m${n}`,
    `m${n} > ${n + 1 === count ? 'end' : `u${n + 1}`}`,
  ]);
  return {
    name: `${['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][count] ?? count} choices`,
    xml: processFile([start(), ...parts, end()], ['start > u0', ...paths]),
    presses: steps.map((n) => ({ id: `u${n}`, to: `a${n}` })),
  };
}

export const MEASURED: readonly MeasuredProcess[] = [fivePresses, lineOf(58), choices(8)];
