import { useLocation } from 'wouter';
import { setPreferences, usePreferences } from '../preferences';
import { logOut, useSession } from '../session/session';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu';

/** The menu of the logged-in user: appearance, account and logout. */
export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const t = useTexts();
  const { userName } = useSession();
  const { language, theme } = usePreferences();
  const [, navigate] = useLocation();
  return (
    <Menu
      trigger={
        <Button look="ghost" icon="user" className="account-button">
          <span>{userName}</span>
        </Button>
      }
    >
      <MenuItem icon="shield" onSelect={() => navigate('/account')}>
        {t.nav.account}
      </MenuItem>
      <MenuLine />
      <MenuChoice
        label={t.shell.language}
        value={language}
        options={[
          ['en', 'English'],
          ['de', 'Deutsch'],
        ]}
        onChange={(language) => setPreferences({ language })}
      />
      <MenuChoice
        label={t.shell.theme}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map(
          (theme) => [theme, t.shell.themes[theme]] as const,
        )}
        onChange={(theme) => setPreferences({ theme })}
      />
      <MenuLine />
      <MenuItem icon="info" onSelect={() => window.open('/help/', '_blank', 'noopener')}>
        {t.shell.help}
      </MenuItem>
      <MenuItem icon="keyboard" onSelect={onShortcuts}>
        {t.shortcuts.title}
      </MenuItem>
      <MenuItem icon="close" onSelect={() => void logOut()}>
        {t.shell.logOut}
      </MenuItem>
    </Menu>
  );
}
