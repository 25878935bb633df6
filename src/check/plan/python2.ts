// Modules that Python 2 had of its own and Python 3 has under other names or not at all. A project that
// says it runs on both may import them.

const MODULES: ReadonlySet<string> = new Set(
  (
    'BaseHTTPServer CGIHTTPServer ConfigParser Cookie DocXMLRPCServer HTMLParser Queue ScrolledText ' +
    'SimpleDialog SimpleHTTPServer SimpleXMLRPCServer SocketServer StringIO Tix Tkinter UserDict ' +
    'UserList UserString __builtin__ _winreg anydbm bsddb cPickle cStringIO commands compiler cookielib ' +
    'copy_reg dbhash dircache dumbdbm dummy_thread exceptions fpformat future_builtins gdbm hotshot ' +
    'htmlentitydefs htmllib httplib ihooks imputil md5 mhlib mimetools mimify multifile mutex ' +
    'new popen2 posixfile repr rexec rfc822 robotparser sets sgmllib sha statvfs thread tkColorChooser ' +
    'tkFileDialog tkFont tkMessageBox tkSimpleDialog ttk urllib2 urlparse user whichdb xmlrpclib'
  ).split(' '),
)

export function isModuleOfPython2(written: string): boolean {
  return MODULES.has(written.split('.', 1)[0] ?? '')
}

/** Where Python 3 has what such a module had. */
const LATER: ReadonlyMap<string, string> = new Map(
  (
    'BaseHTTPServer:http.server CGIHTTPServer:http.server SimpleHTTPServer:http.server ' +
    'ConfigParser:configparser Cookie:http.cookies cookielib:http.cookiejar copy_reg:copyreg ' +
    'DocXMLRPCServer:xmlrpc.server SimpleXMLRPCServer:xmlrpc.server xmlrpclib:xmlrpc.client ' +
    'HTMLParser:html.parser htmlentitydefs:html.entities httplib:http.client Queue:queue ' +
    'SocketServer:socketserver StringIO:io cStringIO:io cPickle:pickle Tkinter:tkinter ' +
    'tkFileDialog:tkinter.filedialog tkMessageBox:tkinter.messagebox tkFont:tkinter.font ' +
    'tkColorChooser:tkinter.colorchooser tkSimpleDialog:tkinter.simpledialog ttk:tkinter.ttk ' +
    'ScrolledText:tkinter.scrolledtext UserDict:collections UserList:collections ' +
    'UserString:collections __builtin__:builtins _winreg:winreg anydbm:dbm whichdb:dbm ' +
    'dbhash:dbm dumbdbm:dbm.dumb gdbm:dbm.gnu commands:subprocess popen2:subprocess md5:hashlib ' +
    'sha:hashlib repr:reprlib robotparser:urllib.robotparser thread:_thread ' +
    'urllib2:urllib.request urlparse:urllib.parse'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const [before = '', now = ''] = pair.split(':')
      return [before, now]
    }),
)

/** The module of Python 3 that has what one of Python 2 had; null of any other. */
export function laterModule(top: string): string | null {
  return LATER.get(top) ?? null
}
