// Modules that Electron had of its own before 1.0, each under a name that a package of npm has as well.

const MODULES: ReadonlySet<string> = new Set(
  (
    'app auto-updater browser-window clipboard content-tracing crash-reporter desktop-capturer dialog ' +
    'global-shortcut ipc menu menu-item native-image power-monitor power-save-blocker protocol remote ' +
    'screen shell tray web-contents web-frame'
  ).split(' '),
)

/** Packages that bring Electron, or pack a program with it. */
export const ELECTRON = ['electron', 'electron-prebuilt', 'electron-packager', 'atom-shell']

export function isModuleOfElectron(written: string): boolean {
  return MODULES.has(written)
}
