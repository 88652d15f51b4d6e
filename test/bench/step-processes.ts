import { end, exclusive, parallel, plainTask, processFile, start, userTask } from '../support/bpmn-xml.ts';

/** A process whose steps are measured. */
export interface MeasuredProcess {
  readonly name: string;
  readonly xml: string;
  /** In the order in which the tasks are opened. */
  readonly presses: readonly MeasuredPress[];
}

export interface MeasuredPress {
  /** Of the user task. */
  readonly id: string;
  /** What the button leads to, where the task has several. */
  readonly to?: string;
  /** The iteration of a countersign. */
  readonly signer?: number;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A fork, legal beside finance, a join and a choice: four presses after the start. */
export const FIVE_STEPS: MeasuredProcess = {
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
export function lineOf(count: number): MeasuredProcess {
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

/** One task that so many people sign at the same time. */
function countersignOf(count: number): MeasuredProcess {
  const sign = userTask('sign', { multiInstance: { cardinality: count } });
  return {
    name: `a countersign of ${count}`,
    xml: processFile([start(), sign, end()], 'start > sign > end'),
    presses: numbers(count).map((signer) => ({ id: 'sign', signer })),
  };
}

export const MEASURED: readonly MeasuredProcess[] = [FIVE_STEPS, lineOf(58), choices(8), countersignOf(50)];
