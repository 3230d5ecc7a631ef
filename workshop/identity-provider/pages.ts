import { createHash } from 'node:crypto'

/** The sign-in form. After a failure, `login` fills the first field again. */
export function signInPage({ instanceId, login, problem }: { instanceId: string; login: string; problem: Problem }) {
  return page(
    'Sign in',
    `<p>to the instance <strong>${escape(instanceId)}</strong></p>
    ${alert(problem)}
    <form method="post">
      <label for="login">Username or email</label>
      <input id="login" name="login" value="${escape(login)}" autocomplete="username" autocapitalize="none"
        spellcheck="false" maxlength="320" required${login ? '' : ' autofocus'}>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" maxlength="512"
        required${login ? ' autofocus' : ''}>
      <button>Sign in</button>
    </form>`,
  )
}

/** The form that replaces a temporary password. */
export function newPasswordPage({ username, problem }: { username: string; problem: Problem }) {
  return page(
    'Choose a new password',
    `<p>The password you signed in with is temporary. Choose your own to continue.</p>
    ${alert(problem)}
    <form method="post">
      <input class="hidden" name="username" value="${escape(username)}" autocomplete="username" readonly tabindex="-1"
        aria-hidden="true">
      <label for="new-password">New password</label>
      <input id="new-password" name="newPassword" type="password" autocomplete="new-password"
        aria-describedby="rule" required autofocus>
      <p id="rule" class="hint">12 to 128 characters.</p>
      <label for="repeated-password">New password again</label>
      <input id="repeated-password" name="repeatedPassword" type="password" autocomplete="new-password" required>
      <button>Save and continue</button>
    </form>`,
  )
}

/** The page that asks before a sign-out. `form` is the provider's own markup; its id is `op.logoutForm`. */
export function signOutPage(form: string) {
  return page(
    'Sign out?',
    `${form}
    <p>You will have to sign in again to use this instance.</p>
    <button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
    <button form="op.logoutForm" class="quiet">Stay signed in</button>`,
  )
}

export function messagePage(title: string, message: string) {
  return page(title, `<p>${escape(message)}</p>`)
}

/** `head` is what else the head has: the provider's own pages are under a policy that allows nothing more. */
export function page(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escape(title)}</title>
    ${head}
    <style>${style}</style>
  </head>
  <body>
    <main>
    <h1>${escape(title)}</h1>
    ${content}
    </main>
    <footer>Development sign-in. Not for production.</footer>
  </body>
</html>
`
}

function alert(problem: Problem): string {
  return problem === undefined ? '' : `<p class="problem" role="alert">${escape(problem)}</p>`
}

export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
:root { --ink: #1a1d24; --soft: #5b6270; --paper: #fff; --back: #f2f4f7; --line: #8a93a3; --accent: #2450c8; --on: #fff; --bad: #a3161d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef2; --soft: #a7aebb; --paper: #1d2129; --back: #12151b; --line: #69717f; --accent: #8fb0ff; --on: #10131a; --bad: #ff9a9a; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 1.5rem; display: grid; place-content: center; gap: 1rem;
  grid-template-columns: minmax(0, 24rem); background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { padding: 2rem; border-radius: .75rem; background: var(--paper); box-shadow: 0 1px 3px #0003; overflow-wrap: anywhere; }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; color: var(--soft); }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { width: 100%; padding: .625rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; }
button, .button { display: block; width: 100%; margin-top: 1.5rem; padding: .75rem; border: 1px solid transparent; border-radius: .5rem; background: var(--accent); color: var(--on); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button { margin-top: .75rem; }
button.quiet { margin-top: .75rem; border-color: var(--line); background: transparent; color: inherit; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.hint { margin: .25rem 0 0; font-size: .875rem; }
.problem { padding: .5rem .75rem; border-left: .25rem solid var(--bad); color: var(--bad); }
.hidden { position: absolute; width: 1px; height: 1px; padding: 0; border: 0; clip-path: inset(50%); }
footer { text-align: center; font-size: .875rem; color: var(--soft); }
`

/**
 * The forms end in a redirect to the application, and browsers apply `form-action` to redirects, too. The provider adds the
 * hash of its script to `script-src` on the only page that has a script.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  'script-src',
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self' http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

type Problem = string | undefined
