// Modules that a program brings into the code that runs inside of it. No registry has them under these
// names, or it has something else there. Of a package that a manifest names this list says nothing.

import type { PlannedReference } from '../plan/plan.ts'

type Host = readonly [host: string, modules: RegExp]

/** By the path that is imported. */
const PYTHON: readonly Host[] = [
  ['Kodi', /^xbmc(?:addon|drm|gui|plugin|vfs)?$/],
  ['Sublime Text', /^sublime(?:_plugin|_api)?$/],
  ['GDB', /^gdb(?:\.|$)/],
  ['LLDB', /^lldb(?:\.|$)/],
  ['IDA', /^(?:idaapi|idautils|idc|ida_\w+)$/],
  ['Ghidra', /^ghidra(?:\.|$)/],
  ['Binary Ninja', /^binaryninja(?:ui)?(?:\.|$)/],
  ['Java', /^javax?(?:\.|$)/],
  ['Vim', /^vim$/],
  ['WeeChat', /^weechat$/],
  ['HexChat', /^(?:hexchat|xchat)$/],
  [
    'Blender',
    /^(?:bpy_extras|bmesh|bgl|blf|bl_\w+|gpu_extras|addon_utils|rna_\w+|nodeitems_\w+)(?:\.|$)/,
  ],
  ['Maya', /^maya\.(?:cmds|mel|utils|api|app|standalone|OpenMaya\w*)(?:\.|$)/],
  ['Houdini', /^(?:hou|hdefereval|toolutils)$/],
  ['Nuke', /^(?:nuke|nukescripts)$/],
  ['3ds Max', /^(?:pymxs|MaxPlus)$/],
  ['Cinema 4D', /^c4d(?:\.|$)/],
  ['MotionBuilder', /^pyfbsdk(?:_additions)?$/],
  ['Unreal', /^unreal$/],
  ['Rhino', /^(?:rhinoscriptsyntax|scriptcontext|Rhino)(?:\.|$)/],
  ['FreeCAD', /^(?:FreeCAD|FreeCADGui)$/],
  ['KiCad', /^pcbnew$/],
  ['QGIS', /^(?:qgis|osgeo_utils)(?:\.|$)/],
  ['ArcGIS', /^arcpy(?:\.|$)/],
  ['GIMP', /^(?:gimp|gimpfu|gimpenums|gimpcolor|gimpui)$/],
  ['Krita', /^krita$/],
  ['LibreOffice', /^(?:uno|unohelper|com\.sun\.star(?:\..+)?)$/],
  ['OBS', /^obspython$/],
  ['DaVinci Resolve', /^(?:DaVinciResolveScript|fusionscript)$/],
  [
    'ROS',
    /^(?:rospy|roslib|rclpy|tf2_\w+|launch_ros|ament_\w+|cv_bridge|message_filters|\w+_(?:msgs|srvs))(?:\.|$)/,
  ],
  [
    'the operating system',
    /^(?:dbus|_dbus_bindings|apt|apt_pkg|apt_inst|aptsources|dnf|hawkey|libdnf|yum|portage|guestfs|hivex|samba|nautilus)(?:\.|$)/,
  ],
  ['Colab', /^google\.colab(?:\.|$)/],
  ['Kaggle', /^kaggle_(?:secrets|datasets)$/],
  ['Databricks', /^dbruntime(?:\.|$)/],
  ['AWS Glue', /^awsglue(?:\.|$)/],
  ['Pyodide', /^(?:js|pyodide_js)$/],
  [
    'CircuitPython',
    /^(?:board|busio|digitalio|analogio|pwmio|displayio|microcontroller|usb_(?:cdc|hid|midi))$/,
  ],
]

const JAVASCRIPT: readonly Host[] = [
  ['k6', /^k6(?:\/|$)/],
  ['Meteor', /^meteor\//],
  ['PhantomJS', /^(?:webpage|webserver|system)$/],
  ['CasperJS', /^casper$/],
  [
    'Salesforce',
    /^(?:@salesforce\/(?:apex|schema|label|resourceUrl|user|client|community|i18n|messageChannel|customPermission|site)|lightning)\//,
  ],
  ['NetSuite', /^N(?:\/|$)/],
  ['Adobe', /^(?:photoshop|uxp|indesign|scenegraph)$/],
  ['Wix', /^wix-(?:crm|data|fetch|location|members|realtime|site|storage|users|window)(?:-\w+)?$/],
  [
    'Ember',
    /^@ember\/(?:application|array|component|controller|debug|destroyable|engine|helper|modifier|object|owner|routing|runloop|service|template|template-factory|utils|version)(?:\/|$)/,
  ],
  ['Odoo', /^@web\/(?:core|env|legacy|model|public|search|session|views|webclient)(?:\/|$)/],
  ['TYPO3', /^@typo3\//],
  ['Cockpit', /^cockpit$/],
]

/** Why nothing is said of what a program brings and no manifest names; null of all else. */
export function hostDoubtOf({ reference, needed, isDeclared }: PlannedReference): string | null {
  if (isDeclared) return null
  const isPython = needed.key.ecosystem === 'pypi'
  const [first] = reference.steps
  // `from google import colab` is of `google.colab`.
  const below = isPython && first?.kind === 'member' ? `${reference.module}.${first.name}` : ''
  const hosts = isPython ? PYTHON : JAVASCRIPT
  const host = hosts.find(([, modules]) => modules.test(reference.module) || modules.test(below))
  return host === undefined ? null : `it is a module that ${host[0]} brings`
}
