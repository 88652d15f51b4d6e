import { bpmn, callActivity, end, process, start, userTask } from '../support/bpmn-xml.ts';

/** Deployments of processes that call each other, by what there is much of: the texts of their files. */
export function callShapes(nodes: number): Readonly<Record<string, readonly string[]>> {
  const short = chain(Math.min(30, nodes / 4));
  const long = chain(nodes / 4);
  return {
    'a chain of calls over 30 processes of one file': [bpmn(...short)],
    'a chain of calls over 40 processes of one file': [bpmn(...chain(Math.min(40, nodes / 4)))],
    'a chain of calls over 30 files': short.map((each) => bpmn(each)),
    'a chain of calls over 60 processes of one file': [bpmn(...chain(Math.min(60, nodes / 4)))],
    'a chain of calls that is too deep, in one file': [bpmn(...long)],
    'a chain of calls that is too deep, over files': long.map((each) => bpmn(each)),
    'processes of one file that call one of them': [bpmn(...calling(nodes / 4))],
    'files that call one of them': calling(nodes / 4).map((each) => bpmn(each)),
  };
}

const numbers = (count: number) => Array.from({ length: Math.floor(count) }, (_, index) => index);

/** Each process calls the next once; what is drawn grows with the square of their number. */
function chain(count: number): readonly string[] {
  return numbers(count).map((n) => drawn(n, n + 1 < Math.floor(count) ? `p${n + 1}` : undefined));
}

/** All but the first call the first. */
function calling(count: number): readonly string[] {
  return numbers(count).map((n) => drawn(n, n === 0 ? undefined : 'p0'));
}

function drawn(n: number, called: string | undefined): string {
  const nodes = [userTask(`u${n}`), ...(called === undefined ? [] : [callActivity(`c${n}`, called)])];
  const path = [`s${n}`, ...nodes.map(({ id }) => id), `e${n}`].join(' > ');
  return process(`p${n}`, [start(`s${n}`), ...nodes, end(`e${n}`)], path);
}
