/** The diagrams of docs/modelling.md run over HTTP to their end: in each modeler the same process is drawn. */
import { readModelerExamples } from '../../support/modelling-page.ts';
import { runs } from './vendor-run.ts';

for (const { title, xml } of readModelerExamples()) {
  runs(`${title}: two buttons, then a task for each signer`, {
    xml,
    variables: { manager: 'bo', signers: ['ann', 'chen'] },
    happens: ['bo decide Approve', 'chen sign', 'ann sign'],
    told: ['start next decide (bo)', 'decide next sign,sign (ann) (chen)', 'sign none', 'sign end'],
  });
}
