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
