import { render } from 'preact';
import { useHashLocation } from 'wouter-preact/use-hash-location';
import { LiveRegion } from '../../page/parts/live-region.tsx';
import { CenterProvider } from './control/center.tsx';
import { TimesProvider } from './parts/times.tsx';
import { readAddress } from './routes.ts';
import { LanguageProvider } from './settings/language.tsx';
import { Shell } from './shell/shell.tsx';

function App() {
  const [address] = useHashLocation();
  return (
    <LanguageProvider>
      <LiveRegion>
        <CenterProvider>
          <TimesProvider>
            <Shell place={readAddress(address)} />
          </TimesProvider>
        </CenterProvider>
      </LiveRegion>
    </LanguageProvider>
  );
}

const root = document.getElementById('inbox');
if (root !== null) render(<App />, root);
