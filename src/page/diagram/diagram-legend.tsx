import { useTexts } from '../speech.tsx';

export function DiagramLegend() {
  const { diagram: texts } = useTexts();
  return (
    <ul class="legend">
      <li>
        <span class="legend-mark is-current" aria-hidden="true" /> {texts.current}
      </li>
      <li>
        <span class="legend-mark is-done" aria-hidden="true" /> {texts.done}
      </li>
      <li>
        <span class="legend-mark is-taken" aria-hidden="true" /> {texts.taken}
      </li>
    </ul>
  );
}
