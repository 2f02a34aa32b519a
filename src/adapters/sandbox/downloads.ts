/**
 * Install scripts of these packages download browsers and binaries from hosts that the sandbox refuses. Each package's own switch leaves
 * the download out, so that the installation does not fail for it.
 */
export const WITHOUT_DOWNLOADS: Readonly<Record<string, string>> = {
  PUPPETEER_SKIP_DOWNLOAD: 'true',
  PUPPETEER_SKIP_CHROMIUM_DOWNLOAD: 'true',
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  CYPRESS_INSTALL_BINARY: '0',
  ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
  CHROMEDRIVER_SKIP_DOWNLOAD: 'true',
  GECKODRIVER_SKIP_DOWNLOAD: 'true',
};
