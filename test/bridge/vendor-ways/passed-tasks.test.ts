/** Tasks that do nothing are passed through, whatever their markers say. */
import { end, manualTask, plainTask, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { runs } from './vendor-run.ts';

const nodes = [
  start(),
  plainTask('note', {
    content: `<ioSpecification><dataInput id="notes" isCollection="true"/><inputSet><dataInputRefs>notes</dataInputRefs></inputSet><outputSet/></ioSpecification>
      <multiInstanceLoopCharacteristics><loopDataInputRef>notes</loopDataInputRef></multiInstanceLoopCharacteristics>`,
  }),
  manualTask('look', {
    content:
      '<multiInstanceLoopCharacteristics><loopCardinality>often</loopCardinality></multiInstanceLoopCharacteristics>',
  }),
  userTask('file', { assignee: 'anna' }),
  end(),
];

runs('multi-instance markers of a plain and a manual task, with a data input and a number that is none', {
  xml: processFile(nodes, 'start > note > look > file > end', { id: 'passed' }),
  happens: ['anna file'],
  told: ['start next file (anna)', 'file end'],
  warned: ['loop-marker-dropped', 'loop-marker-dropped', 'part-not-run'],
});
